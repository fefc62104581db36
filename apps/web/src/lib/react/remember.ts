/** Each remembered result weighs this much beside the characters of its text. */
const ENTRY_CHARS = 100;

/** A pure function of texts that remembers what was asked last, up to so many characters of questions. */
export function remember<T>(compute: (text: string) => T, charsMax: number): (text: string) => T {
  // In the order of the last use.
  const results = new Map<string, T>();
  let chars = 0;

  function forget(text: string): void {
    if (results.delete(text)) chars -= text.length + ENTRY_CHARS;
  }

  return (text) => {
    const known = results.get(text);
    const result = known ?? compute(text);
    forget(text);
    results.set(text, result);
    chars += text.length + ENTRY_CHARS;
    for (const oldest of results.keys()) {
      if (chars <= charsMax || oldest === text) break;
      forget(oldest);
    }
    return result;
  };
}
