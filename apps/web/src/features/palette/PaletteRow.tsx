import {
  AtSign,
  CircleQuestionMark,
  File,
  FileText,
  Hash,
  MessageSquare,
  Settings2,
  Zap,
  type LucideIcon,
} from "lucide-react";
import { Keys } from "#web/design/button/Keys.tsx";
import { Face } from "#web/features/presence/Face.tsx";
import { ListOption } from "#web/design/menu/ListOption.tsx";
import { Picture } from "#web/design/identity/Picture.tsx";
import { RoomIcon } from "#web/features/rooms/RoomIcon.tsx";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { shortcutKeys } from "#web/lib/actions/shortcut.ts";
import type { Category, Command } from "./command.ts";
import { ResultWords } from "./ResultWords.tsx";

/** The icon of a command without one of its own. */
const icons: Record<Category, LucideIcon> = {
  navigation: FileText,
  channel: Hash,
  user: AtSign,
  action: Zap,
  help: CircleQuestionMark,
  message: MessageSquare,
  file: File,
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
    <ListOption
      id={id}
      isSelected={isSelected}
      onPointerMove={onPoint}
      onClick={({ ctrlKey, metaKey }) => onChoose(ctrlKey || metaKey)}
      className="h-9 max-pair:h-12"
    >
      <CommandMark command={command} />
      <ResultWords text={text} title={title} subtitle={subtitle} isSelected={isSelected} />
      {unread && <UnreadBadge unread={unread.count} mentions={unread.mentions} />}
      {shortcut !== undefined && (
        <span className="flex gap-0.75 max-pair:hidden">
          <Keys names={shortcutKeys(shortcut)} />
        </span>
      )}
    </ListOption>
  );
}

function CommandMark({ command: { mark, category } }: Pick<PaletteRowProps, "command">) {
  const Icon = mark?.kind === "icon" ? mark.icon : icons[category];
  switch (mark?.kind) {
    case "room":
      return (
        <Picture src={mark.picture}>
          <RoomIcon accessType={mark.accessType} />
        </Picture>
      );
    case "person": {
      const { id, fullName, avatar_url: picture } = mark.person;
      return <Face id={id} name={fullName} picture={picture} size="xs" />;
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
