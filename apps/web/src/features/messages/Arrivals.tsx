import { useState } from "react";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { toExcerpt } from "./excerpt.ts";
import { newestOf, type ListedMessage } from "./message-rows.ts";
import { messageTexts } from "./texts.ts";

interface ArrivalsProps {
  messages: readonly ListedMessage[];
  ownId: string;
}

/** For screen readers: one sentence for each message of somebody else that arrives at the end. */
export function Arrivals({ messages, ownId }: ArrivalsProps) {
  const { key, text } = useAnnouncement(newestOf(messages), ownId);
  return (
    <p role="status" className="sr-only">
      {/* An element of its own for each, since the same words again would change nothing and not be told. */}
      <span key={key}>{text}</span>
    </p>
  );
}

function useAnnouncement(last: ListedMessage | undefined, ownId: string) {
  const [told, setTold] = useState({ key: last?.key, text: "" });
  if (told.key === last?.key) return told;
  const isArrival = last !== undefined && told.key !== undefined && last.authorId !== ownId;
  const next = { key: last?.key, text: isArrival ? toAnnouncement(last) : "" };
  setTold(next);
  return next;
}

function toAnnouncement(message: ListedMessage): string {
  const text = toExcerpt(message.metadata.plainText ?? message.content);
  return message.type === "system"
    ? text
    : t(messageTexts.announcement, { author: nameOfNow(message), text });
}

function nameOfNow({ authorId, authorName }: ListedMessage): string {
  return chat.store.getSnapshot().people.get(authorId)?.fullName ?? authorName;
}
