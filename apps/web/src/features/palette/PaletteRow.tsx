import clsx from "clsx";
import {
  AtSign,
  CircleQuestionMark,
  FileText,
  Hash,
  MessageSquare,
  Settings2,
  Zap,
  type LucideIcon,
} from "lucide-react";
import { Avatar } from "#web/design/Avatar.tsx";
import { Keys } from "#web/design/Keys.tsx";
import { RoomIcon } from "#web/features/rooms/RoomIcon.tsx";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { shortcutKeys } from "#web/lib/shortcut.ts";
import type { Category, Command } from "./command.ts";
import { markedParts } from "./match.ts";

/** Of a command without one of its own. */
const icons: Record<Category, LucideIcon> = {
  navigation: FileText,
  channel: Hash,
  user: AtSign,
  action: Zap,
  help: CircleQuestionMark,
  message: MessageSquare,
  setting: Settings2,
};

interface PaletteRowProps {
  id: string;
  command: Command;
  isHint: boolean;
  isSelected: boolean;
  text: string;
  onPoint: () => void;
  onChoose: (isStaying: boolean) => void;
}

export function PaletteRow(props: PaletteRowProps) {
  const { id, command, isHint, isSelected, text, onPoint, onChoose } = props;
  const { title, unread, shortcut } = command;
  const subtitle = isHint ? undefined : command.subtitle;
  return (
    <button
      id={id}
      type="button"
      role="option"
      // The field keeps the focus, and its keys work here.
      tabIndex={-1}
      aria-selected={isSelected}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={({ ctrlKey, metaKey }) => onChoose(ctrlKey || metaKey)}
      className={clsx(
        "flex h-9 w-full items-center gap-3 rounded-sm ps-3 pe-2.5 select-none max-pair:h-12",
        isSelected ? "bg-selected [&>.lucide]:text-accent-ink" : "[&>.lucide]:text-ink-subtle",
      )}
    >
      <CommandMark command={command} />
      <span
        className={clsx("clip-line text-md", subtitle ? "max-w-3/5 flex-none" : "flex-1")}
        dir="auto"
      >
        {markedParts(text, title).map((part, at) =>
          part.isMarked ? (
            <mark key={at} className="bg-transparent font-strong text-accent-ink">
              {part.text}
            </mark>
          ) : (
            part.text
          ),
        )}
      </span>
      {subtitle && (
        <span
          className={clsx("clip-line flex-1", isSelected ? "text-ink-muted" : "text-ink-subtle")}
          dir="auto"
        >
          {subtitle}
        </span>
      )}
      {unread && <UnreadBadge unread={unread.count} mentions={unread.mentions} />}
      {shortcut !== undefined && (
        <span className="flex gap-0.75 max-pair:hidden">
          <Keys names={shortcutKeys(shortcut)} />
        </span>
      )}
    </button>
  );
}

function CommandMark({ command: { mark, category } }: Pick<PaletteRowProps, "command">) {
  const Icon = mark?.kind === "icon" ? mark.icon : icons[category];
  switch (mark?.kind) {
    case "room":
      return <RoomIcon accessType={mark.accessType} />;
    case "person": {
      const { id, fullName, avatar_url: picture } = mark.person;
      return <Avatar id={id} name={fullName} picture={picture} size="xs" />;
    }
    case "sign":
      return (
        <span className="grid size-5.5 flex-none place-items-center">
          <Keys names={[mark.sign]} />
        </span>
      );
    default:
      return <Icon aria-hidden="true" />;
  }
}
