import { readSlash, usageOf } from "./slash-command.ts";
import { slashCommands } from "./slash-commands.ts";

/** How to go on, over the text of a command that is being written. */
export function SlashHelp({ text }: { text: string }) {
  const name = readSlash(text)?.name;
  const command = slashCommands.find((each) => each.name === name);
  if (!command) return null;
  return (
    <p role="status" className="clip-line px-3.5 pt-2.5 text-xs text-ink-subtle" dir="auto">
      {usageOf(command)}
    </p>
  );
}
