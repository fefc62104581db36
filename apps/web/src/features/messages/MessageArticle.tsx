import clsx from "clsx";
import { Trash2 } from "lucide-react";
import { Avatar } from "#web/design/Avatar.tsx";
import { formatDate } from "#web/lib/dates.ts";
import { t } from "#web/lib/i18n.ts";
import { FailedStatus } from "./FailedStatus.tsx";
import { MessageContent } from "./MessageContent.tsx";
import type { ListedMessage } from "./message-rows.ts";
import { MessageStatus } from "./MessageStatus.tsx";
import { messageTexts } from "./texts.ts";
import { rovingProps } from "./use-roving-message.ts";

interface MessageArticleProps {
  rowKey: string;
  message: ListedMessage;
  isFirst: boolean;
  showsStatus: boolean;
  /** The one message that the Tab key reaches. */
  isTabStop: boolean;
  onRetry: (message: ListedMessage) => void;
  onDiscard: (message: ListedMessage) => void;
}

export function MessageArticle(props: MessageArticleProps) {
  const { rowKey, message, isFirst, showsStatus, isTabStop, onRetry, onDiscard } = props;
  const date = new Date(message.createdAt);
  const clock = formatDate(date, "clock");
  return (
    <div className={isFirst ? "pt-2.75" : undefined}>
      <article
        {...rovingProps(rowKey, isTabStop)}
        aria-label={t(messageTexts.name, { author: message.authorName, time: clock })}
        className={clsx(
          "group -mx-2.5 grid grid-cols-[var(--spacing-avatar)_minmax(0,1fr)] gap-x-3 rounded-md px-2.5 pb-0.75 max-pair:gap-x-2.5",
          "hover:bg-[color-mix(in_oklab,var(--color-hover)_60%,transparent)] focus-visible:-outline-offset-2",
          isFirst ? "pt-1" : "pt-0.75",
        )}
      >
        {isFirst ? (
          <Avatar
            id={message.authorId}
            name={message.authorName}
            picture={message.authorAvatar}
            className="mt-0.5"
          />
        ) : (
          <Time
            message={message}
            className="-ms-1.5 -me-1 pt-1 text-end text-2xs opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
          />
        )}
        <div className="min-w-0">
          {isFirst && (
            <p className="-mt-px flex items-baseline gap-2 leading-5">
              <bdi className="clip-line text-md font-strong">{message.authorName}</bdi>
              <Time message={message} className="text-xs" />
            </p>
          )}
          <Body message={message} />
          {message.status === "failed" && (
            <FailedStatus onRetry={() => onRetry(message)} onDiscard={() => onDiscard(message)} />
          )}
          {showsStatus && message.status !== "failed" && <MessageStatus status={message.status} />}
        </div>
      </article>
    </div>
  );
}

function Body({ message }: { message: ListedMessage }) {
  if (message.isDeleted) {
    return (
      <p className="flex items-center gap-1.75 text-body text-ink-subtle italic">
        <Trash2 className="icon-sm" aria-hidden="true" />
        {t(messageTexts.deleted)}
      </p>
    );
  }
  return (
    <div
      className={clsx(
        message.status === "sending" && "text-ink-subtle",
        message.status === "failed" && "text-ink-muted",
      )}
    >
      <MessageContent
        content={message.content}
        suffix={
          message.isEdited && (
            <span className="text-xs whitespace-nowrap text-ink-subtle">
              {t(messageTexts.edited)}
            </span>
          )
        }
      />
    </div>
  );
}

function Time({ message, className }: { message: ListedMessage; className: string }) {
  const date = new Date(message.createdAt);
  return (
    <time
      dateTime={message.createdAt}
      title={formatDate(date, "full")}
      className={clsx("flex-none text-ink-subtle", className)}
    >
      {formatDate(date, "clock")}
    </time>
  );
}
