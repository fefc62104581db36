import type { CodeColour } from "./readings.ts";

export const codeColours: Readonly<Record<CodeColour, string>> = {
  keyword: "text-code-keyword",
  string: "text-code-string",
  number: "text-code-number",
  title: "text-code-title",
  type: "text-code-type",
  comment: "text-code-comment italic",
};
