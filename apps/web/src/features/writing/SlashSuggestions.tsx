import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { usageOf } from "./slash-command.ts";
import { slashCommands } from "./slash-commands.ts";
import { slashTexts } from "./slash-texts.ts";
import { SuggestionList, type SourceProps } from "./SuggestionList.tsx";

/** The commands of the room whose name begins so. The whole name is left to Enter, which runs it. */
export function SlashSuggestions({ roomId, ...props }: SourceProps) {
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  const name = props.token.name.toLowerCase();
  const offered = slashCommands.filter(({ when }) => room && (when?.(room) ?? true));
  const isWhole = offered.some((each) => each.name === name);
  const entries = offered
    .filter((each) => !isWhole && each.name.startsWith(name))
    .map((command) => ({
      id: command.name,
      text: `/${command.name}`,
      title: `/${command.name}`,
      subtitle: usageOf(command),
      mark: <command.icon aria-hidden="true" />,
    }));
  return <SuggestionList {...props} label={t(slashTexts.commands)} entries={entries} />;
}
