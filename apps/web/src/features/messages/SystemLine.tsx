import type { SystemKind } from "@colbin/protocol";
import { Info, LogOut, UserPlus, type LucideIcon } from "lucide-react";
import { formatDate } from "#web/lib/language/dates.ts";
import type { ListedMessage } from "./message-rows.ts";

const icons: Partial<Record<SystemKind, LucideIcon>> = {
  joined: UserPlus,
  added: UserPlus,
  invited_joined: UserPlus,
  guest_joined: UserPlus,
  left: LogOut,
  removed: LogOut,
};

/** A line that the server wrote about the room itself. */
export function SystemLine({ message }: { message: ListedMessage }) {
  const kind = message.metadata.system?.kind;
  const Icon = (kind && icons[kind]) ?? Info;
  const date = new Date(message.createdAt);
  return (
    <p className="flex items-center gap-1.5 pt-2 pb-0.5 ps-[calc(var(--spacing-avatar)+0.75rem)] text-xs text-ink-subtle">
      <Icon className="icon-sm -ms-6.5 me-1.5" aria-hidden="true" />
      <span dir="auto">{message.content}</span>
      <time dateTime={message.createdAt} title={formatDate(date, "full")}>
        {formatDate(date, "clock")}
      </time>
    </p>
  );
}
