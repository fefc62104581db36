import { Hand, Meh } from "lucide-react";
import type { SentCommand } from "./slash-command.ts";
import { slashTexts } from "./slash-texts.ts";

const SHRUG = String.raw`¯\\\_(ツ)_/¯`;

/** Commands that send something else than what is written. */
export const textCommands: readonly SentCommand[] = [
  {
    name: "me",
    icon: Hand,
    argument: slashTexts.text,
    help: slashTexts.me,
    needsArgument: true,
    // Marks end with their paragraph.
    toText: (words) => words.replaceAll(/\S.*\S|\S/g, "_$&_"),
  },
  {
    name: "shrug",
    icon: Meh,
    argument: slashTexts.shrugText,
    help: slashTexts.shrug,
    toText: (words) => `${words} ${SHRUG}`.trim(),
  },
];
