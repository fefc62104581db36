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

/** The language's own name for what stands after the fence, else the word itself; empty when nothing stands there. */
export function languageName(info: string): string {
  const word = info.split(/\s/)[0] ?? "";
  return Object.hasOwn(names, word.toLowerCase()) ? (names[word.toLowerCase()] ?? word) : word;
}
