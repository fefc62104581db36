import type { Poll, ThreadSummary } from "@colbin/protocol";
import clsx from "clsx";
import { CircleAlert, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Face } from "#web/features/presence/Face.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { personMark } from "#web/features/people/person-mark.ts";
import { ReactionRow } from "#web/features/reactions/ReactionRow.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { saysNamesOnly } from "#web/features/attachments/file-layout.ts";
import { FilePlaces } from "#web/features/attachments/FilePlaces.tsx";
import { EditedMark } from "./EditedMark.tsx";
import { MessageContent } from "./MessageContent.tsx";
import type { ListedMessage } from "./message-rows.ts";
import { rightsOn } from "./message-rights.ts";
import { MessageStatus } from "./MessageStatus.tsx";
import { MessageTime } from "./MessageTime.tsx";
import { previewHeight } from "./preview-height.ts";
import { useRoom } from "./room-context.ts";
import { messageTexts } from "./texts.ts";
import { rovingProps } from "./use-roving-message.ts";

const SavedFlag = lazyPart(() => import("#web/features/saved/late-saved.ts"), "SavedFlag");
const SelectBox = lazyPart(() => import("./SelectBox.tsx"), "SelectBox");
const EditForm = lazyPart(() => import("./EditForm.tsx"), "EditForm");

const loadLines = () => import("./late-lines.ts");
const FailedStatus = lazyPart(loadLines, "FailedStatus");
const ReceiptMark = lazyPart(loadLines, "ReceiptMark");

const RepliedLine = lazyPart(loadLines, "RepliedLine");
const ThreadLine = lazyPart(loadLines, "ThreadLine");

const BorrowedContent = lazyPart(() => import("./BorrowedContent.tsx"), "BorrowedContent");
const PollBody = lazyPart(() => import("#web/features/polls/PollBody.tsx"), "PollBody");
const LinkPreviews = lazyPart(() => import("./LinkPreviews.tsx"), "LinkPreviews");
const SentFiles = lazyPart(() => import("./SentFiles.tsx"), "SentFiles");
const PinFlag = lazyPart(loadLines, "PinFlag");

interface MessageArticleProps {
  rowKey: string;
  message: ListedMessage;
  isFirst: boolean;
  showsStatus: boolean;
  /** The one message that the Tab key reaches. */
  isTabStop: boolean;
  /** The address of the page names it. */
  isLinked: boolean;
  /** Undefined while no messages are being selected. */
  isSelected: boolean | undefined;
  /** By name, as they are called now. */
  author: string;
  /** Its text is being changed. */
  isEdited: boolean;
}

/** Follows nothing by itself: of a list that changes, only the rows that changed are drawn anew. */
export function MessageArticle(props: MessageArticleProps) {
  const { rowKey, message, isFirst, showsStatus, isTabStop, author, isEdited, isSelected } = props;
  const clock = formatDate(new Date(message.createdAt), "clock");
  return (
    <article
      {...rovingProps(rowKey, isTabStop)}
      aria-label={t(markOf(message).name, { author, time: clock })}
      className={clsx(
        "group relative -mx-2.5 grid grid-cols-[var(--spacing-avatar)_minmax(0,1fr)] gap-x-3 rounded-md px-2.5 pb-0.75 max-pair:gap-x-2.5",
        "focus-visible:-outline-offset-2",
        isFirst ? "pt-1" : "pt-0.75",
        props.isLinked || isSelected
          ? "bg-accent-soft"
          : "hover:bg-[color-mix(in_oklab,var(--color-hover)_60%,transparent)]",
        isSelected !== undefined && "ps-10.5",
      )}
    >
      {isFirst ? (
        <span
          {...(!message.metadata.viaWebhook && personMark(message.authorId, author))}
          className="mt-0.5 flex h-max data-person:cursor-pointer"
        >
          <Face id={message.authorId} name={author} picture={message.authorAvatar} />
        </span>
      ) : (
        <MessageTime
          message={message}
          isInGutter
          className="-ms-1.5 -me-1 pt-1 text-end text-2xs opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
        />
      )}
      <Main
        message={message}
        author={author}
        isFirst={isFirst}
        isTabStop={isTabStop}
        showsStatus={showsStatus}
        isEdited={isEdited}
      />
      {isSelected !== undefined && <Box {...props} isSelected={isSelected} />}
    </article>
  );
}

/** The word beside the author who is no member, and the name of the message with it. */
function markOf({ authorIsGuest, metadata }: ListedMessage): { mark?: Text; name: Text } {
  if (metadata.viaWebhook) return { mark: messageTexts.webhook, name: messageTexts.nameOfWebhook };
  if (authorIsGuest) return { mark: messageTexts.guest, name: messageTexts.nameOfGuest };
  return { name: messageTexts.name };
}

function Box({ message, isSelected, isFirst }: MessageArticleProps & { isSelected: boolean }) {
  const { maySelect } = rightsOn(message, useRoom());
  return <SelectBox {...{ messageKey: message.key, isSelected, maySelect, isFirst }} />;
}

type MainProps = Pick<
  MessageArticleProps,
  "message" | "author" | "isFirst" | "isTabStop" | "showsStatus" | "isEdited"
>;

function Main(props: MainProps) {
  const { message, author, isFirst, isTabStop, showsStatus, isEdited } = props;
  const [hadPreviews] = useState(message.previews !== undefined);
  const { mark } = markOf(message);
  return (
    <div className="min-w-0">
      {message.pin && <PinFlag pin={message.pin} missing={<p className="h-4" />} />}
      {message.personal?.saved && (
        <div className="h-4.5">
          <SavedFlag {...message.personal.saved} />
        </div>
      )}
      {isFirst && (
        <p className="-mt-px flex items-baseline gap-2 leading-5">
          {message.metadata.viaWebhook ? (
            <bdi className="clip-line text-md font-strong">{author}</bdi>
          ) : (
            <button
              type="button"
              tabIndex={isTabStop ? 0 : -1}
              {...personMark(message.authorId, author)}
              className="clip-line -my-0.5 py-0.5 text-md font-strong hover:underline"
            >
              <bdi>{author}</bdi>
            </button>
          )}
          {mark && <span className="flex-none text-xs text-ink-muted">{t(mark)}</span>}
          <MessageTime message={message} className="text-xs" />
          {message.metadata.viaApi && (
            <span className="flex-none text-xs text-ink-subtle">{t(messageTexts.viaApi)}</span>
          )}
        </p>
      )}
      {message.threadId !== undefined && message.msgNo !== null && (
        <Replied messageId={message.id} />
      )}
      {isEdited ? (
        <EditForm messageId={message.id} missing={<Body {...{ message, isTabStop }} />} />
      ) : (
        <Body {...{ message, isTabStop }} />
      )}
      {message.previews && <Previews {...{ message, isTabStop }} isLate={!hadPreviews} />}
      {message.reactions.length > 0 && <Reactions message={message} />}
      {message.thread && <Thread messageId={message.id} thread={message.thread} />}
      {message.clientMessageId !== null && message.failure && (
        <FailedStatus
          clientMessageId={message.clientMessageId}
          failure={message.failure}
          missing={<CircleAlert className="icon-sm text-danger-ink" aria-hidden="true" />}
        />
      )}
      {message.failedEdit && !isEdited && <FailedStatus {...message.failedEdit} />}
      {showsStatus && message.status !== "failed" && <Status message={message} />}
    </div>
  );
}

/** A message that has arrived tells how far it has come. */
function Status({ message }: Pick<MainProps, "message">) {
  const { slug, threadId } = useRoom();
  const { id: messageId, clientMessageId } = message;
  const status = message.status === "failed" ? "sending" : message.status;
  const plain = <MessageStatus status={status} />;
  if (clientMessageId !== null || message.msgNo === null) return plain;
  return <ReceiptMark {...{ slug, messageId }} isThread={threadId !== undefined} missing={plain} />;
}

function Thread(line: { messageId: ListedMessage["id"]; thread: ThreadSummary }) {
  const { threadId } = useRoom();
  return threadId ? null : <ThreadLine {...line} missing={<p className="mt-1 h-8" />} />;
}

function Replied(line: { messageId: ListedMessage["id"] }) {
  const { threadId } = useRoom();
  return threadId ? null : <RepliedLine {...line} missing={<p className="h-4.5" />} />;
}

interface PreviewsProps extends Pick<MainProps, "message" | "isTabStop"> {
  isLate: boolean;
}

function Previews(props: PreviewsProps) {
  const places = props.message.previews?.map((preview) => (
    <div key={preview.url} className={clsx("mt-1.75", previewHeight(preview))} />
  ));
  return <LinkPreviews {...props} missing={!props.isLate && places} />;
}

function Reactions({ message }: Pick<MainProps, "message">) {
  return <ReactionRow room={useRoom()} message={message} />;
}

function Body({ message, isTabStop }: Pick<MainProps, "message" | "isTabStop">) {
  if (message.isDeleted) {
    return (
      <p className="flex items-center gap-1.75 text-body text-ink-subtle italic">
        <Trash2 className="icon-sm" aria-hidden="true" />
        {t(message.removedBy ? messageTexts.removed : messageTexts.deleted)}
      </p>
    );
  }
  const { content, files, metadata } = message;
  const drawn = files && (
    <SentFiles
      {...{ message, files, isTabStop }}
      missing={<FilePlaces {...{ message, files }} />}
    />
  );
  // A copy has its files where its text is.
  const isCopy = metadata.forward !== undefined;
  return (
    <div
      className={clsx(
        message.status === "sending" && "text-ink-subtle",
        message.status === "failed" && "text-ink-muted",
      )}
    >
      {(isCopy || !(files && saysNamesOnly(content, files, metadata.voice))) && (
        <Content message={message} copied={isCopy && drawn} />
      )}
      {!isCopy && drawn}
      {message.poll && <Vote message={message} poll={message.poll} />}
    </div>
  );
}

function Vote({ message, poll }: { message: ListedMessage; poll: Poll }) {
  const hasKind = poll.isClosed || poll.anonymous || poll.multiple;
  const places = (
    <div className={clsx("my-1 grid gap-1 pb-9", hasKind ? "pt-8" : "pt-2")}>
      {poll.options.map(({ id }) => (
        <p key={id} className="h-8.5 coarse:h-11" />
      ))}
    </div>
  );
  return <PollBody {...{ message, poll }} room={useRoom()} missing={places} />;
}

/** Its text alone is what most have. */
function Content({ message, copied }: { message: ListedMessage; copied: ReactNode }) {
  const suffix = message.isEdited && <EditedMark message={message} />;
  const room = useRoom();
  // Judged where there is something to tick.
  const mayTick = /\[[ xX]\]/.test(message.content) && rightsOn(message, room).mayEdit;
  const onTick = mayTick
    ? (at: number) => void chat.messages.tick(room.roomId, message.id, at)
    : undefined;
  const { content, mentioned } = message;
  const plain = <MessageContent {...{ content, mentioned, suffix, onTick }} />;
  if (!message.quote && !message.metadata.forward) return plain;
  const missing = (
    <>
      {plain}
      {copied}
    </>
  );
  return <BorrowedContent {...{ message, suffix, onTick, copied, missing }} />;
}
