/** A tab goes to the next column that is a multiple of this. */
const TAB_COLUMNS = 4;

/** A line from which containers take their markers, from the left; the rest belongs to the innermost container. */
export class Line {
  rest: string;
  /** The place behind it, in the text of the message. */
  readonly end: number;
  #column = 0;

  constructor(text: string, end: number) {
    this.rest = text;
    this.end = end;
  }

  /** Columns of blanks at its beginning. */
  get indent(): number {
    return this.#measure(Infinity).end - this.#column;
  }

  get isBlank(): boolean {
    return this.content === "";
  }

  /** Its text after the blanks at its beginning. */
  get content(): string {
    return this.rest.slice(this.#measure(Infinity).length);
  }

  /** Takes off blanks, up to so many columns. A tab that is taken in part leaves blanks. */
  takeBlanks(columns: number): void {
    const { length, end } = this.#measure(columns);
    const over = Math.max(0, end - this.#column - columns);
    this.rest = " ".repeat(over) + this.rest.slice(length);
    this.#column = end - over;
  }

  /** Takes off the blanks at its beginning and so many characters after them. */
  takeMarker(length: number): void {
    this.takeBlanks(Infinity);
    this.rest = this.rest.slice(length);
    this.#column += length;
  }

  /** The blanks within the next columns: their number, and the column behind them. */
  #measure(columns: number): { length: number; end: number } {
    let [length, end] = [0, this.#column];
    while (end < this.#column + columns) {
      const sign = this.rest.charAt(length);
      if (sign === "\t") end += TAB_COLUMNS - (end % TAB_COLUMNS);
      else if (sign === " ") end += 1;
      else break;
      length += 1;
    }
    return { length, end };
  }
}

/** The number of equal characters in a row from this place on. */
export function runLength(text: string, at: number): number {
  const sign = text.charAt(at);
  let end = at + 1;
  while (end < text.length && text.charAt(end) === sign) end += 1;
  return end - at;
}
