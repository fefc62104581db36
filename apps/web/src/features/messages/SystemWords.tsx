import { useNames } from "#web/features/presence/use-person.ts";
import type { ListedMessage } from "./message-rows.ts";
import { peopleOf, systemLine } from "./system-line.ts";

/** A line of the server in the language of the screens, with the names that people have now. */
export function SystemWords({ messages }: { messages: readonly ListedMessage[] }) {
  return systemLine(messages, useNames(messages.flatMap(peopleOf)));
}
