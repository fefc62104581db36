/* Texts that are made to break whatever draws them: the same for the same seed. */

type Chance = () => number;

/** Mulberry32. */
function createChance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const marks =
  "* ** _ ~~ || ` ``` ~~~ $$ $ [ ] ( ) ![ ]( < > \\ : | ! # & \n \n\n ' \" {} @ . -".split(" ");
const scripts = [
  "<script>hacked=1</script>",
  "<img src=x onerror=hacked=1>",
  "<svg/onload=hacked=1>",
  "<math><mi xlink:href='javascript:hacked=1'>x",
  "<iframe srcdoc='<script>parent.hacked=1</script>'>",
  "<style>*{background:url(//evil.example/x)}</style>",
  "<base href=//evil.example>",
  "<a href=javascript:hacked=1>x</a>",
  "<link rel=stylesheet href=//evil.example/x>",
  "<form action=//evil.example><input name=q autofocus onfocus=hacked=1>",
  "<template><img src=x onerror=hacked=1></template>",
  "{{constructor.constructor('hacked=1')()}}",
  "${hacked=1}",
  '"><img src=x onerror=hacked=1>',
  "]]><script>hacked=1</script>",
  "&lt;script&gt;hacked=1&lt;/script&gt;",
  "__proto__",
  "constructor",
  "toString",
];
const addresses = [
  "javascript:hacked=1",
  "JaVaScRiPt:hacked=1",
  " java\tscript:hacked=1",
  "data:text/html,<script>hacked=1</script>",
  "vbscript:x",
  "//evil.example/a",
  "https://evil.example/a.png",
  "http://[::1]/",
  "https://user:pass@evil.example:1/%00?a[]=1#<b>",
  "https://p\u0430ypal.com",
  "mailto:a@b.c?body=<script>",
  'https://evil.example/"onerror="hacked=1',
  "https://evil.example/')",
  "blob:https://x/y",
  "file:///etc/passwd",
];
const odd = [
  "\u202E",
  "\u2066",
  "\u200B",
  "\u0301".repeat(40),
  "\u{1F469}\u200D".repeat(8),
  "\uFDFA",
  "\u05E9\u05DC\u05D5\u05DD",
  "\u{1D165}\u{1D16D}",
  "\uFEFF",
  "\u2028",
  "a".repeat(300),
  "\u4E2D".repeat(60),
  "\t".repeat(20),
];
const commands = [
  "\\frac{",
  "\\sqrt{",
  "\\left(",
  "\\right)",
  "\\begin{matrix}",
  "\\end{matrix}",
  "\\href{javascript:hacked=1}{",
  "\\includegraphics{//evil.example/x}",
  "\\htmlStyle{position:fixed}{",
  "\\class{fixed}{",
  "\\def\\a{\\a\\a}\\a",
  "\\rule{9999em}{9999em}",
  "\\hspace{-999em}",
  "\\raisebox{999em}{",
  "\\color{red}",
  "\\text{<img src=x onerror=hacked=1>",
  "\\cancel{",
  "\\ce{H2O",
  "^{",
  "_{",
  "}",
  "&",
  "\\\\",
  "\\int ",
  "x",
  "\\unknown",
];
const languages =
  'ts js html xml php css json bash sql yaml markdown python diff c++ "><b constructor'.split(" ");
const codePieces = [
  "/*",
  "*/",
  "//",
  "`${",
  "'",
  '"',
  "<?php",
  "<script>",
  "((a+)+)+$",
  "&&&&",
  "{{",
  "\n",
  "#",
  "=",
  "a".repeat(80),
  "0x",
  "-".repeat(40),
  "$(",
  "<!--",
];

type Make = (chance: Chance, depth: number) => string;

const pick = <T>(chance: Chance, list: readonly T[]): T =>
  list[Math.floor(chance() * list.length)] as T;
const some = (chance: Chance, most: number, make: () => string): string =>
  Array.from({ length: 1 + Math.floor(chance() * most) }, make).join("");

const makers: readonly Make[] = [
  (chance) => some(chance, 12, () => pick(chance, marks)),
  (chance) => pick(chance, scripts),
  (chance) => pick(chance, odd),
  (chance) => ` word${Math.floor(chance() * 100)} `,
  (chance, depth) => `[${makeText(chance, depth)}](${pick(chance, addresses)})`,
  (chance) => `![${pick(chance, scripts)}](${pick(chance, addresses)} "${pick(chance, scripts)}")`,
  (chance) => `<${pick(chance, addresses)}>`,
  (chance) => ` ${pick(chance, addresses)} `,
  (chance) => `$$${some(chance, 30, () => pick(chance, commands))}$$`,
  (chance) => `\n$$\n${some(chance, 60, () => pick(chance, commands))}\n$$\n`,
  (chance) =>
    `\n\`\`\`${pick(chance, languages)}\n${some(chance, 80, () => pick(chance, codePieces))}\n\`\`\`\n`,
  (chance) =>
    `:${pick(chance, ["tada", "heart", "__proto__", "constructor", "x".repeat(50), "+1"])}:`,
  (chance, depth) => `\n- [${pick(chance, [" ", "x", "X"])}] ${makeText(chance, depth)}`,
  (chance, depth) =>
    `\n${pick(chance, ["> ", ">> ", "- ", "1. ", "  - ", "# ", "    "])}${makeText(chance, depth)}`,
  (chance, depth) =>
    `\n|${pick(chance, ["a", "=1+1", "@x"])}|b|\n|-|-|\n${some(chance, 8, () => `|${makeText(chance, depth).replaceAll("\n", " ")}|${pick(chance, ["=cmd|' /C calc'!A0", "-1", "\t"])}|\n`)}`,
  (chance, depth) => `||${makeText(chance, depth)}||`,
  (chance) =>
    `<@${pick(chance, ["here", "room", "00000000-0000-7000-8000-000000000000", "#x", '"><b>'])}>`,
];

function makeText(chance: Chance, depth: number): string {
  if (depth === 0) return pick(chance, [...marks, ...scripts]);
  return some(chance, 6, () => pick(chance, makers)(chance, depth - 1));
}

export interface HostileInputs {
  /** A message of at most so many characters: one in ten is as long as may be, of few pieces again and again. */
  readonly text: (charsMax: number) => string;
  /** A name or a title. */
  readonly name: () => string;
}

export function createHostileInputs(seed: number): HostileInputs {
  const chance = createChance(seed);
  return {
    text(charsMax) {
      const text = makeText(chance, 3);
      const isLong = chance() < 0.1;
      const piece = isLong ? text.slice(0, 1 + Math.floor(chance() * 200)) : text;
      return (isLong ? piece.repeat(Math.ceil(charsMax / piece.length)) : piece).slice(0, charsMax);
    },
    name: () => `${pick(chance, odd)}${pick(chance, scripts)}${pick(chance, marks)}`.slice(0, 60),
  };
}
