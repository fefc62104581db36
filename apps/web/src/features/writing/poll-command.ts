import { ChartBarBig } from "lucide-react";
import { askPoll, mayAskPoll } from "#web/features/polls/ask-poll.ts";
import type { SlashCommand } from "./slash-command.ts";
import { slashTexts } from "./slash-texts.ts";

/** `/poll When is the review?`: the dialog goes on with the question. */
export const pollCommand: SlashCommand = {
  name: "poll",
  icon: ChartBarBig,
  argument: slashTexts.pollText,
  help: slashTexts.poll,
  when: mayAskPoll,
  run: (question, room) => askPoll(room, question),
};
