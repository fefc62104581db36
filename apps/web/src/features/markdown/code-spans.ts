import { runLength } from "./line.ts";

/** Finds the code in a text. Places are to be asked for in their order, so that each run of backticks is passed over once. */
export class CodeSpans {
  readonly #text: string;
  /** The places of the runs by their lengths, the last ones first; absent until the first one is asked for. */
  #runs: Map<number, number[]> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The code between the backticks at this place and the next ones of their number, and the place behind them. */
  read(at: number): { code: string; end: number } | undefined {
    const length = runLength(this.#text, at);
    const start = at + length;
    this.#runs ??= findRuns(this.#text);
    const places = this.#runs.get(length) ?? [];
    while ((places.at(-1) ?? start) < start) places.pop();
    const end = places.at(-1);
    if (end === undefined) return undefined;
    const code = this.#text.slice(start, end).replaceAll("\n", " ");
    const isPadded = code.startsWith(" ") && code.endsWith(" ") && code.trim() !== "";
    return { code: isPadded ? code.slice(1, -1) : code, end: end + length };
  }
}

function findRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of Array.from(text.matchAll(/`+/g)).toReversed()) {
    const places = runs.get(run.length);
    if (places) places.push(index);
    else runs.set(run.length, [index]);
  }
  return runs;
}
