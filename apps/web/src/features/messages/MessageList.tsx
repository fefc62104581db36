import { useEffect, useEffectEvent, type ReactNode } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { jumpingToDay } from "./actions.ts";
import { Arrivals } from "./Arrivals.tsx";
import { Failures } from "./Failures.tsx";
import { wantedEdit } from "./message-edits.ts";
import { MessageRows } from "./MessageRows.tsx";
import { toRows, type ListedMessage } from "./message-rows.ts";
import { MoreStatus, type Loading } from "./MoreStatus.tsx";
import { selection } from "./selection.ts";
import { messageTexts } from "./texts.ts";
import { useListScroll } from "./use-list-scroll.ts";
import { useRovingMessage } from "./use-roving-message.ts";

const SelectBar = lazyPart(() => import("./SelectBar.tsx"), "SelectBar");
const JumpButton = lazyPart(() => import("./JumpButton.tsx"), "JumpButton");
const UnreadPill = lazyPart(() => import("./UnreadPill.tsx"), "UnreadPill");
const PointedMessages = lazyPart(() => import("./PointedMessages.tsx"), "PointedMessages");

export interface MessageListProps {
  roomName: string;
  /** Names the list for screen readers; without it, it names the messages of the room. */
  label?: string;
  /** The message that a thread answers; a list of a room has none. */
  rootId?: string;
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
  /** Is the end in sight? The messages on screen may then be marked as read. */
  onEndChange: (isAtEnd: boolean) => void;
}

/** Mount it anew for each room (`key`), with its first page of messages. */
export function MessageList(props: MessageListProps) {
  const { roomName, ownId, messages, newest, firstUnreadId, linkedId, older, newer } = props;
  const hasOlder = older !== "none";
  const hasIntro = props.intro !== undefined;
  const rows = toRows({ messages, ownId, firstUnreadId, rootId: props.rootId, hasOlder, hasIntro });
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
  // Messages of a room alone are selected.
  const selected = useStore(selection, (keys) => (props.rootId === undefined ? keys : undefined));
  const edited = useStore(wantedEdit, (id) => id);
  const editedAt = rows.findIndex((row) => row.kind === "message" && row.message.id === edited);
  const handleEdited = useEffectEvent(() => {
    if (editedAt !== -1) showRow(editedAt);
  });
  // The message that is to be changed may be out of sight.
  useEffect(() => handleEdited(), [editedAt]);
  const handleLinked = useEffectEvent(() => {
    // A search that goes from result to result keeps the focus.
    if (linked) showRow(rows.indexOf(linked), !document.activeElement?.closest("[role=search]"));
  });
  useEffect(() => handleLinked(), []);
  return (
    <div data-region="messages" className="relative flex min-h-0 flex-1 flex-col">
      <MoreStatus of="older" state={older} onRetry={props.onLoadOlder} />
      {firstUnreadId !== undefined && (
        <UnreadPill
          {...{ rows, bounds, firstUnreadId, ownId, list: view, onShow: showRow }}
          isWhole={newer === "none"}
        />
      )}
      {/* Rows come and go while one scrolls, so the list itself keeps silent: arrivals are told below. */}
      <div
        ref={view}
        role="log"
        aria-live="off"
        aria-label={props.label ?? t(messageTexts.log, { room: roomName })}
        {...roving.listProps}
        className="scroll-area flex min-h-0 flex-1 flex-col-reverse"
      >
        <div>
          <div ref={top} />
          <MessageRows
            rows={rows.slice(bounds.from, bounds.to)}
            seam={seam}
            tabStop={roving.tabStop}
            linkedKey={linked?.key}
            selected={selected}
            intro={props.intro}
            onDay={props.rootId === undefined ? jumpingToDay.run : undefined}
          />
          <div ref={bottom} />
        </div>
        {!selected && <PointedMessages list={view} rows={rows} />}
      </div>
      <MoreStatus of="newer" state={newer} onRetry={props.onLoadNewer} />
      <JumpButton
        messages={newest}
        ownId={ownId}
        isAtEnd={isAtEnd}
        onClick={newer === "none" ? scrollToEnd : props.onShowNewest}
      />
      {selected && <SelectBar messages={messages} selected={selected} />}
      <Arrivals messages={newest} ownId={ownId} />
      <Failures messages={newest} />
    </div>
  );
}
