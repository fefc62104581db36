import { gateTexts } from "./gate-texts.ts";

/** Levels that one may ask for on the way in, and what one then does. */
export const levelsAskedFor = ["WRITE", "COMMENT", "READ"] as const;

export const levelTexts = {
  WRITE: gateTexts.write,
  COMMENT: gateTexts.comment,
  READ: gateTexts.read,
} as const;
