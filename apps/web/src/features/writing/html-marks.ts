/** So far out is looked for marks that are in force already. */
const OUTER_MAX = 20;

const marksByName: Readonly<Record<string, string>> = {
  B: "**",
  STRONG: "**",
  I: "*",
  EM: "*",
  S: "~~",
  DEL: "~~",
  STRIKE: "~~",
};

/** Word processors say it by the style alone, and take by it what the name gives. */
function marksOf(node: HTMLElement): readonly string[] {
  const style = node.getAttribute("style") ?? "";
  const named = marksByName[node.nodeName];
  const byStyle = [
    {
      sign: "**",
      set: /font-weight:\s*(?:bold|[6-9]00)/i,
      unset: /font-weight:\s*(?:normal|400)/i,
    },
    { sign: "*", set: /font-style:\s*italic/i, unset: /font-style:\s*normal/i },
    { sign: "~~", set: /text-decoration[^;]*line-through/i, unset: /text-decoration:\s*none/i },
  ];
  return byStyle
    .filter(({ sign, set, unset }) => !unset.test(style) && (named === sign || set.test(style)))
    .map(({ sign }) => sign);
}

/** Does the element say, or unsay, how its text is marked? */
export function isMarked(node: HTMLElement): boolean {
  return node.nodeName in marksByName || (node.nodeName === "SPAN" && marksOf(node).length > 0);
}

/** Each line by itself, since marks end with their paragraph; none that is in force already. */
export function mark(content: string, node: HTMLElement): string {
  const inForce = new Set<string>();
  let outer = node.parentElement;
  for (let depth = 0; outer && depth < OUTER_MAX; depth += 1, outer = outer.parentElement) {
    for (const sign of isMarked(outer) ? marksOf(outer) : []) inForce.add(sign);
    if (/^(?:H[1-6]|TH)$/.test(outer.nodeName)) inForce.add("**");
  }
  const signs = marksOf(node).filter((sign) => !inForce.has(sign));
  const [before, after] = [signs.join(""), signs.toReversed().join("")];
  return content.replaceAll(/[^\n]+/g, (line) =>
    line.replace(/^(\s*)(.*\S)/, `$1${before}$2${after}`),
  );
}
