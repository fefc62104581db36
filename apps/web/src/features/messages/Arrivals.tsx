import { useState } from "react";
import { t } from "#web/lib/i18n.ts";
import { ANNOUNCED_CHARS } from "./constants.ts";
import type { ListedMessage } from "./message-rows.ts";
import { messageTexts } from "./texts.ts";

interface ArrivalsProps {
  messages: readonly ListedMessage[];
  ownId: string;
}

/** For screen readers: one sentence for each message of somebody else that arrives at the end. */
export function Arrivals({ messages, ownId }: ArrivalsProps) {
  return (
    <p role="status" className="sr-only">
      {useAnnouncement(messages.at(-1), ownId)}
    </p>
  );
}

function useAnnouncement(last: ListedMessage | undefined, ownId: string): string {
  const [told, setTold] = useState({ last, text: "" });
  if (told.last?.key === last?.key) return told.text;
  const isArrival = last !== undefined && told.last !== undefined && last.authorId !== ownId;
  const text = isArrival ? toAnnouncement(last) : "";
  setTold({ last, text });
  return text;
}

function toAnnouncement(message: ListedMessage): string {
  const text = Array.from(message.content).slice(0, ANNOUNCED_CHARS).join("");
  return message.type === "system"
    ? text
    : t(messageTexts.announcement, { author: message.authorName, text });
}
