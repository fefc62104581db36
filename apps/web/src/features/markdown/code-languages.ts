const names: Readonly<Record<string, string>> = {
  bash: "Shell",
  c: "C",
  cpp: "C++",
  cs: "C#",
  css: "CSS",
  diff: "Diff",
  go: "Go",
  html: "HTML",
  java: "Java",
  js: "JavaScript",
  javascript: "JavaScript",
  json: "JSON",
  jsx: "JavaScript",
  kotlin: "Kotlin",
  md: "Markdown",
  php: "PHP",
  py: "Python",
  python: "Python",
  rb: "Ruby",
  rs: "Rust",
  rust: "Rust",
  sh: "Shell",
  sql: "SQL",
  swift: "Swift",
  ts: "TypeScript",
  tsx: "TypeScript",
  typescript: "TypeScript",
  xml: "XML",
  yaml: "YAML",
  yml: "YAML",
};

/** The language's own name for the word after a fence, else the word itself. */
export function languageName(word: string): string {
  const known = word.toLowerCase();
  return Object.hasOwn(names, known) ? (names[known] ?? word) : word;
}
