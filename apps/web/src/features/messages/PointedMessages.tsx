import type { RefObject } from "react";
import { createPortal } from "react-dom";
import { RowMenu } from "#web/design/menu/RowMenu.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { LateMessageMenu } from "./late-message-menu.ts";
import type { ListedMessage, MessageRow } from "./message-rows.ts";
import { rightsOn } from "./message-rights.ts";
import { useRoom } from "./room-context.ts";
import { messageTexts } from "./texts.ts";
import { useEdited } from "./use-edited.ts";
import { usePointed } from "./use-pointed.ts";

const MessageTools = lazyPart(() => import("./MessageTools.tsx"), "MessageTools");

interface PointedMessagesProps {
  /** The element around all messages. */
  list: RefObject<HTMLElement | null>;
  rows: readonly MessageRow[];
}

/**
 * Tools and menu of all messages. The tools stand in the message that is pointed at, where the Tab key comes to them behind what is in
 * the message, and draw nothing else anew.
 */
export function PointedMessages({ list, rows }: PointedMessagesProps) {
  const isEdited = useEdited();
  const room = useRoom();
  const pointed = usePointed(list);
  const find = (key: string | undefined): ListedMessage | undefined => {
    const row = rows.findLast((each) => each.key === key);
    return row?.kind === "message" ? row.message : undefined;
  };
  return (
    <>
      {[...pointed].map((article) => {
        const message = find(article.dataset.message);
        if (!message || isEdited(message)) return null;
        return createPortal(<MessageTools message={message} />, article, message.key);
      })}
      <RowMenu
        list={list}
        attribute="data-message"
        find={(key) => {
          const message = find(key);
          if (!message || !rightsOn(message, room).isThere) return undefined;
          return { label: t(messageTexts.tools), props: { message } };
        }}
        surface={LateMessageMenu}
      />
    </>
  );
}
