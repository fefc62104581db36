import clsx from "clsx";
import { useEffect } from "react";
import { t, type Text } from "#web/lib/language/i18n.ts";
import type { Command } from "./command.ts";
import { PaletteRow } from "./PaletteRow.tsx";
import type { ResultGroup } from "./results.ts";
import { paletteTexts, prefixTexts } from "./texts.ts";

const headings: Record<ResultGroup["name"], Text> = {
  recent: prefixTexts.recent,
  navigation: prefixTexts.pages,
  channel: prefixTexts.channels,
  user: prefixTexts.users,
  action: prefixTexts.actions,
  help: prefixTexts.help,
  message: prefixTexts.messages,
  file: prefixTexts.files,
  setting: prefixTexts.settings,
  hint: paletteTexts.hints,
};

interface PaletteResultsProps {
  id: string;
  groups: readonly ResultGroup[];
  /** The text that is marked in the titles. */
  text: string;
  /** The selected one, counted over all groups. */
  at: number;
  optionId: (row: number) => string;
  onPoint: (command: Command) => void;
  onChoose: (command: Command, isStaying: boolean) => void;
}

export function PaletteResults(props: PaletteResultsProps) {
  const { id, groups, text, at, optionId, onPoint, onChoose } = props;
  const activeId = optionId(at);
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  const starts = groups.map((_, group) =>
    groups.slice(0, group).reduce((sum, { commands }) => sum + commands.length, 0),
  );
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t(paletteTexts.results)}
      tabIndex={-1}
      className="scroll-area min-h-0 px-1.5 py-1 empty:hidden max-pair:max-h-[60vh] pair:max-h-[min(29.375rem,62vh)]"
    >
      {groups.map(({ name, commands }, group) => (
        <div key={name} role="presentation">
          <p
            id={`${id}-${name}`}
            aria-hidden="true"
            className="px-3 pt-2.25 pb-1 text-xs font-medium text-ink-subtle"
          >
            {t(headings[name])}
          </p>
          <div
            role="group"
            aria-labelledby={`${id}-${name}`}
            className={clsx(name === "hint" && "grid gap-0.5 pair:grid-cols-2")}
          >
            {commands.map((command, place) => {
              const row = (starts[group] ?? 0) + place;
              return (
                <PaletteRow
                  key={command.id}
                  id={optionId(row)}
                  command={command}
                  isHint={name === "hint"}
                  isSelected={row === at}
                  text={text}
                  onPoint={() => onPoint(command)}
                  onChoose={(isStaying) => onChoose(command, isStaying)}
                />
              );
            })}
          </div>
        </div>
      ))}
    </div>
  );
}
