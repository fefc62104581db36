import clsx from "clsx";
import type { ReactNode } from "react";
import { Divider } from "#web/design/page/Divider.tsx";
import { useNames } from "#web/features/presence/use-person.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useToday } from "#web/lib/language/use-today.ts";
import { dayLabel } from "./day-label.ts";
import { MessageArticle } from "./MessageArticle.tsx";
import type { MessageRow } from "./message-rows.ts";
import { SystemLine } from "./SystemLine.tsx";
import { messageTexts } from "./texts.ts";
import { useEdited } from "./use-edited.ts";

interface MessageRowsProps {
  rows: readonly MessageRow[];
  /** The row that may get lower now: the browser is to anchor another one. */
  seam: string | undefined;
  /** The one message that the Tab key reaches. */
  tabStop: string | undefined;
  /** The message that the address of the page names. */
  linkedKey: string | undefined;
  /** Messages are being selected, these are. */
  selected: ReadonlySet<string> | undefined;
  /** Stands before the very first message. */
  intro: ReactNode;
  /** A day was pressed; undefined where there are none to go to. */
  onDay: (() => void) | undefined;
}

/** Reads for all rows what a row depends on beside its message: a row that stays the same is not drawn anew. */
export function MessageRows(props: MessageRowsProps) {
  const { rows, seam, tabStop, linkedKey, selected, intro, onDay } = props;
  const today = useToday();
  const names = useNames(
    rows.flatMap((row) => (row.kind === "message" ? [row.message.authorId] : [])),
  );
  const isEdited = useEdited();
  return rows.map((row) => {
    const message = row.kind === "message" ? row.message : undefined;
    const isHead = row.kind === "message" && row.isFirst;
    return (
      <div
        key={row.key}
        data-row={row.key}
        className={clsx(
          "column-inset",
          row.key === seam && "[overflow-anchor:none]",
          isHead && "pt-2.75",
        )}
      >
        {row.kind === "intro" ? (
          // It comes late.
          <div className="min-h-40">{intro}</div>
        ) : (
          <Row
            row={row}
            today={today}
            onDay={onDay}
            isTabStop={row.key === tabStop}
            isLinked={row.key === linkedKey}
            isSelected={selected?.has(row.key)}
            isEdited={message !== undefined && isEdited(message)}
            author={message && (names.get(message.authorId) ?? message.authorName)}
          />
        )}
      </div>
    );
  });
}

interface RowProps {
  row: Exclude<MessageRow, { readonly kind: "intro" }>;
  today: string;
  onDay: (() => void) | undefined;
  isTabStop: boolean;
  isLinked: boolean;
  isSelected: boolean | undefined;
  isEdited: boolean;
  author: string | undefined;
}

function Row({ row, today, onDay, author = "", ...rest }: RowProps) {
  switch (row.kind) {
    case "day":
      return <Divider kind="day" label={dayLabel(row.date, today)} onPress={onDay} />;
    case "replies":
      return (
        <p className="pt-3 pb-1 text-xs font-strong text-ink-muted">
          {t(messageTexts.replies, { n: row.count })}
        </p>
      );
    case "new":
      return <Divider kind="unread" label={t(messageTexts.new)} />;
    case "system":
      return <SystemLine messages={row.messages} />;
    case "message":
      return (
        <MessageArticle
          {...rest}
          rowKey={row.key}
          message={row.message}
          isFirst={row.isFirst}
          showsStatus={row.showsStatus}
          author={author}
        />
      );
  }
}
