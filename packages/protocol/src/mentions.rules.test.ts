import { expect, test, vi } from "vitest";
import { mentionsIn, withMentionWords } from "./mentions.rules.ts";

const KIB = 1024;

/** CVE-2022-21681 of marked: texts for which a careless reader looks at the same characters again and again. */
test.each<[string, (length: number) => string]>([
  ["code spans before the only sign", (n) => `${"`a` ".repeat(n / 4)}<@`],
  ["code spans between two signs", (n) => `<@${"`a` ".repeat(n / 4)}<`],
  ["backticks", (n) => `<@${"` a".repeat(n / 3)}`],
  ["backticks of every length", (n) => `<@${toLengths(n)}`],
  ["quotes", (n) => `<@${"\n>".repeat(n / 2)}<`],
  ["quotes between lines", (n) => `<@${"\n>a\nb".repeat(n / 5)}<`],
  ["fences", (n) => `<@${"\n```".repeat(n / 4)}`],
  ["empty lines", (n) => `<@${"\n".repeat(n)}`],
  ["signs", (n) => `<@${"<".repeat(n)}`],
  ["mentions of everybody", (n) => "<@here>".repeat(n / 7)],
  ["mentions that are cut off", (n) => "<@00000000-0000-0000-0000-00000000000".repeat(n / 37)],
])("the work grows as a text of %s does", (_, make) => {
  for (const read of [mentionsIn, (text: string) => withMentionWords(text, () => "x")]) {
    const [once, twice] = [64, 128].map((size) => countSteps(() => read(make(size * KIB))));
    expect(twice).toBeLessThan(2.5 * (once ?? 0) + KIB);
  }
});

function toLengths(length: number): string {
  return Array.from({ length: Math.sqrt(2 * length) }, (_, at) => "`".repeat(at + 1)).join(" ");
}

/** How many characters are passed in looking for something, and how many places in a list are moved. */
function countSteps(read: () => unknown): number {
  const finding = vi.spyOn(String.prototype, "indexOf");
  const shifting = vi.spyOn(Array.prototype, "shift");
  try {
    read();
    const { calls, contexts, results } = finding.mock;
    const moved = shifting.mock.contexts as unknown[][];
    let steps = moved.reduce((sum, { length }) => sum + length, 0);
    for (const [at, [, from = 0]] of calls.entries()) {
      const found = results[at]?.value as number;
      steps += (found === -1 ? String(contexts[at]).length : found) - from + 1;
    }
    return steps;
  } finally {
    vi.restoreAllMocks();
  }
}
