/**
 * Finds these words in a text as words of their own. Marks of emphasis may stand around them, as in `_@Ann waves_`; an underscore within
 * a name is no mark. Each word begins with `@` or `#`, which is looked for first: a text may be a long run of underscores. In `<@all>`,
 * which is a mention already, there is no word.
 */
export function mentionPattern(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  return new RegExp(
    `(?=[@#])(?<![\\p{L}\\p{N}@#]_*)(?<!<(?=@(?:all|here)>))(?:${longestFirst.map(escaped).join("|")})(?!_*[\\p{L}\\p{N}])`,
    "gu",
  );
}

function escaped(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
