import { Virtualizer } from "virtua";
import { Divider } from "#web/design/Divider.tsx";
import { t } from "#web/lib/i18n.ts";
import { useToday } from "#web/lib/use-today.ts";
import { Arrivals } from "./Arrivals.tsx";
import { dayLabel } from "./day-label.ts";
import { Failures } from "./Failures.tsx";
import { JumpButton } from "./JumpButton.tsx";
import { MessageArticle } from "./MessageArticle.tsx";
import { toRows, type ListedMessage, type MessageRow } from "./message-rows.ts";
import { OlderStatus } from "./OlderStatus.tsx";
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
  older: "none" | "idle" | "loading" | "failed";
  onLoadOlder: () => void;
  /** Is the end in sight? What is on screen then may be marked as read. */
  onEndChange: (isAtEnd: boolean) => void;
}

/** Mount it anew for each room (`key`), with its first page of messages. */
export function MessageList(props: MessageListProps) {
  const { roomName, ownId, messages, firstUnreadId, older, onLoadOlder, onEndChange } = props;
  const rows = toRows({ messages, ownId, firstUnreadId, hasOlder: older !== "none" });
  const newAt = rows.findIndex(({ kind }) => kind === "new");
  const scroll = useListScroll({
    firstKey: rows[0]?.key,
    lastKey: rows.at(-1)?.key,
    length: rows.length,
    openAt: newAt === -1 ? undefined : newAt,
    isLastOwn: messages.at(-1)?.authorId === ownId,
    canLoadOlder: older === "idle",
    onLoadOlder,
    onEndChange,
  });
  const { list, view, isAtEnd, isShifted, handleScroll, handleResize, scrollToEnd } = scroll;
  const roving = useRovingMessage(rows, list);
  const today = useToday();
  return (
    <div data-region="messages" className="relative flex min-h-0 flex-1 flex-col">
      <OlderStatus older={older} onRetry={onLoadOlder} />
      {/* Rows come and go while one scrolls, so the list itself keeps silent: arrivals are told below. */}
      <div
        ref={view}
        role="log"
        aria-live="off"
        aria-label={t(messageTexts.log, { room: roomName })}
        {...roving.listProps}
        className="scroll-area flex min-h-0 flex-1 flex-col [overflow-anchor:none]"
      >
        <div className="grow" />
        <Virtualizer
          ref={list}
          data={rows}
          shift={isShifted}
          keepMounted={roving.keptRows}
          onScroll={handleScroll}
          onResize={handleResize}
        >
          {(row) => (
            <div key={row.key} className="column-inset">
              <Row row={row} today={today} tabStop={roving.tabStop} />
            </div>
          )}
        </Virtualizer>
      </div>
      <JumpButton messages={messages} ownId={ownId} isAtEnd={isAtEnd} onClick={scrollToEnd} />
      <Arrivals messages={messages} ownId={ownId} />
      <Failures messages={messages} />
    </div>
  );
}

interface RowProps {
  row: MessageRow;
  today: string;
  tabStop: string | undefined;
}

function Row({ row, today, tabStop }: RowProps) {
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
        />
      );
  }
}
