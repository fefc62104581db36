import { i18n } from "@lingui/core";
import type { CompiledMessage } from "./compiled-message.ts";
import { compileIcu } from "./icu.ts";

/** One text of the screens: its id in the translation catalogues, and the English that the code carries. */
export interface Text {
  readonly id: string;
  readonly message: string;
}

export type Values = Readonly<Record<string, string | number>>;

const compiled = new Map<string, CompiledMessage>();

i18n.setMessagesCompiler((message) => {
  const tokens = compiled.get(message) ?? compileIcu(message);
  compiled.set(message, tokens);
  return tokens;
});
i18n.loadAndActivate({ locale: "en", messages: {} });

/** The text in the active language. A change of the language remounts the app, since rendered texts are memoised. */
export function t(text: Text, values?: Values): string {
  return i18n._(text.id, values, { message: text.message });
}
