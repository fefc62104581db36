import type { SystemKind } from "@colbin/protocol";
import { Info, LogOut, UserPlus, type LucideIcon } from "lucide-react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { formatDate } from "#web/lib/language/dates.ts";
import type { ListedMessage } from "./message-rows.ts";

const SystemWords = lazyPart(() => import("./SystemWords.tsx"), "SystemWords");

const icons: Partial<Record<SystemKind, LucideIcon>> = {
  joined: UserPlus,
  added: UserPlus,
  invited_joined: UserPlus,
  guest_joined: UserPlus,
  left: LogOut,
  removed: LogOut,
};

/** A line of the server about the room itself; several messages are those of one minute. */
export function SystemLine({ messages }: { messages: readonly ListedMessage[] }) {
  const [first] = messages;
  if (!first) return null;
  const kind = first.metadata.system?.kind;
  const Icon = (kind && icons[kind]) ?? Info;
  const date = new Date(first.createdAt);
  return (
    <p className="flex items-center gap-1.5 pt-2 pb-0.5 ps-[calc(var(--spacing-avatar)+0.75rem)] text-xs text-ink-subtle">
      <Icon className="icon-sm -ms-6.5 me-1.5" aria-hidden="true" />
      <span dir="auto" className="min-w-0 wrap-anywhere">
        <SystemWords
          messages={messages}
          missing={messages.map(({ content }) => content).join(", ")}
        />
      </span>
      <time dateTime={first.createdAt} title={formatDate(date, "full")}>
        {formatDate(date, "clock")}
      </time>
    </p>
  );
}
