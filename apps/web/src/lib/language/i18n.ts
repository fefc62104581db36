import { compileIcu, type Values } from "./icu.ts";

export type { Values } from "./icu.ts";

/** One text of the screens: its id in the translation catalogues, which no code of the page may read, and the English that the code carries. */
export interface Text {
  readonly id: string;
  readonly message: string;
}

const compiled = new Map<string, ReturnType<typeof compileIcu>>();

/** The text in the language of the screens. */
export function t({ message }: Text, values: Values = {}): string {
  const format = compiled.get(message) ?? compileIcu(message);
  compiled.set(message, format);
  return format(values);
}
