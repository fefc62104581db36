import { ANNOUNCED_CHARS } from "./constants.ts";

/** As much of a message as a screen reader is told without being asked. */
export function toExcerpt(content: string): string {
  return Array.from(content).slice(0, ANNOUNCED_CHARS).join("");
}
