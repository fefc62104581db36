import clsx from "clsx";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import { Divider } from "#web/design/Divider.tsx";
import { t } from "#web/lib/i18n.ts";
import { useStore } from "#web/lib/use-store.ts";
import { useToday } from "#web/lib/use-today.ts";
import { Arrivals } from "./Arrivals.tsx";
import { dayLabel } from "./day-label.ts";
import { Failures } from "./Failures.tsx";
import { JumpButton } from "./JumpButton.tsx";
import { MessageArticle } from "./MessageArticle.tsx";
import { wantedEdit } from "./message-edits.ts";
import { toRows, type ListedMessage, type MessageRow } from "./message-rows.ts";
import { MoreStatus, type Loading } from "./MoreStatus.tsx";
import { SystemLine } from "./SystemLine.tsx";
import { messageTexts } from "./texts.ts";
import { useListScroll } from "./use-list-scroll.ts";
import { useRovingMessage } from "./use-roving-message.ts";

export interface MessageListProps {
  roomName: string;
  ownId: string;
  /** Oldest first. */
  messages: readonly ListedMessage[];
  /** Where the line of the unread stands; fixed when the room is opened. */
  firstUnreadId: string | undefined;
  /** As `messages`, up to the newest one; another list where those of a window of the history are shown. */
  newest: readonly ListedMessage[];
  /** The message of the address: the list opens at it. */
  linkedId: string | undefined;
  /** Without it: at the line of the unread, or at the end. */
  opensAtUnread: boolean;
  /** Stands before the very first message. */
  intro: ReactNode;
  older: Loading;
  newer: Loading;
  onLoadOlder: () => void;
  onLoadNewer: () => void;
  onShowNewest: () => void;
  /** Is the end in sight? What is on screen then may be marked as read. */
  onEndChange: (isAtEnd: boolean) => void;
}

/** Mount it anew for each room (`key`), with its first page of messages. */
export function MessageList(props: MessageListProps) {
  const { roomName, ownId, messages, newest, firstUnreadId, linkedId, older, newer } = props;
  const hasOlder = older !== "none";
  const hasIntro = props.intro !== undefined;
  const rows = toRows({ messages, ownId, firstUnreadId, hasOlder, hasIntro });
  const linked = rows.find((row) => row.kind === "message" && row.message.id === linkedId);
  const unread = props.opensAtUnread ? rows.find(({ kind }) => kind === "new") : undefined;
  const opening = linked ?? unread;
  const scroll = useListScroll({
    rows,
    openAt: opening && rows.indexOf(opening),
    isOpenCentered: linked !== undefined,
    isLastOwn: messages.at(-1)?.status === "sending",
    canLoadOlder: older === "idle",
    canLoadNewer: newer === "idle",
    hasNewer: newer !== "none",
    onLoadOlder: props.onLoadOlder,
    onLoadNewer: props.onLoadNewer,
    onEndChange: props.onEndChange,
  });
  const { view, top, bottom, bounds, seam, isAtEnd, scrollToEnd, showRow } = scroll;
  const roving = useRovingMessage(rows, bounds, (index) => showRow(index, true), linked?.key);
  const today = useToday();
  const edited = useStore(wantedEdit, (id) => id);
  const editedAt = rows.findIndex((row) => row.kind === "message" && row.message.id === edited);
  const handleEdited = useEffectEvent(() => {
    if (editedAt !== -1) showRow(editedAt);
  });
  // What is to be changed may be out of sight.
  useEffect(() => handleEdited(), [editedAt]);
  const handleLinked = useEffectEvent(() => {
    if (linked) showRow(rows.indexOf(linked), true);
  });
  useEffect(() => handleLinked(), []);
  return (
    <div data-region="messages" className="relative flex min-h-0 flex-1 flex-col">
      <MoreStatus of="older" state={older} onRetry={props.onLoadOlder} />
      {/* Rows come and go while one scrolls, so the list itself keeps silent: arrivals are told below. */}
      <div
        ref={view}
        role="log"
        aria-live="off"
        aria-label={t(messageTexts.log, { room: roomName })}
        {...roving.listProps}
        className="scroll-area flex min-h-0 flex-1 flex-col-reverse"
      >
        <div>
          <div ref={top} />
          {rows.slice(bounds.from, bounds.to).map((row) => (
            <div
              key={row.key}
              data-row={row.key}
              className={clsx("column-inset", row.key === seam && "[overflow-anchor:none]")}
            >
              {row.kind === "intro" ? (
                // It comes late.
                <div className="min-h-40">{props.intro}</div>
              ) : (
                <Row row={row} today={today} tabStop={roving.tabStop} isLinked={row === linked} />
              )}
            </div>
          ))}
          <div ref={bottom} />
        </div>
      </div>
      <MoreStatus of="newer" state={newer} onRetry={props.onLoadNewer} />
      <JumpButton
        messages={newest}
        ownId={ownId}
        isAtEnd={isAtEnd}
        onClick={newer === "none" ? scrollToEnd : props.onShowNewest}
      />
      <Arrivals messages={newest} ownId={ownId} />
      <Failures messages={newest} />
    </div>
  );
}

interface RowProps {
  row: Exclude<MessageRow, { readonly kind: "intro" }>;
  today: string;
  tabStop: string | undefined;
  isLinked: boolean;
}

function Row({ row, today, tabStop, isLinked }: RowProps) {
  switch (row.kind) {
    case "day":
      return <Divider kind="day" label={dayLabel(row.date, today)} />;
    case "new":
      return <Divider kind="unread" label={t(messageTexts.new)} />;
    case "message":
      if (row.message.type === "system") return <SystemLine message={row.message} />;
      return (
        <MessageArticle
          rowKey={row.key}
          message={row.message}
          isFirst={row.isFirst}
          showsStatus={row.showsStatus}
          isTabStop={row.key === tabStop}
          isLinked={isLinked}
        />
      );
  }
}
