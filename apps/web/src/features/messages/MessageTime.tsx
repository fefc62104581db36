import clsx from "clsx";
import { formatClockDigits, formatDate } from "#web/lib/language/dates.ts";
import type { ListedMessage } from "./message-rows.ts";

interface MessageTimeProps {
  message: ListedMessage;
  isInGutter?: boolean;
  className: string;
}

export function MessageTime({ message, isInGutter = false, className }: MessageTimeProps) {
  const date = new Date(message.createdAt);
  return (
    <time
      dateTime={message.createdAt}
      title={formatDate(date, "full")}
      className={clsx("flex-none text-ink-subtle", className)}
    >
      {isInGutter ? formatClockDigits(date) : formatDate(date, "clock")}
    </time>
  );
}
