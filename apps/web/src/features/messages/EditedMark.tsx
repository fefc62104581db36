import clsx from "clsx";
import { t } from "#web/lib/language/i18n.ts";
import type { ListedMessage } from "./message-rows.ts";
import { rightsOn } from "./message-rights.ts";
import { begin } from "./message-task.ts";
import { useRoom } from "./room-context.ts";
import { messageTexts } from "./texts.ts";

/** Says that a message was changed, and leads to its earlier texts. */
export function EditedMark({ message }: { message: ListedMessage }) {
  const { mayReadHistory } = rightsOn(message, useRoom());
  const className = "text-xs whitespace-nowrap text-ink-subtle";
  if (!mayReadHistory) return <span className={className}>{t(messageTexts.edited)}</span>;
  return (
    <button
      type="button"
      data-tooltip={t(messageTexts.revisions)}
      className={clsx(className, "hover:underline")}
      onClick={() => begin({ kind: "revisions", messageId: message.id })}
    >
      {t(messageTexts.edited)}
    </button>
  );
}
