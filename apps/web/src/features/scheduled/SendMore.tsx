import type { OutgoingFile, SendOptions } from "@colbin/client";
import type { MessageId, RoomId, Subscription } from "@colbin/protocol";
import { BellOff, ChevronDown, Clock } from "lucide-react";
import { useState } from "react";
import { LateMenu } from "#web/design/menu/late-menu.ts";
import { Menu } from "#web/design/menu/Menu.tsx";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { keepQuote, parseQuote, readQuote } from "#web/lib/device/quoting.ts";
import { useRoomName } from "#web/features/rooms/use-room-name.ts";
import { chat } from "#web/lib/api/chat.ts";
import { drafts } from "#web/lib/device/drafts.ts";
import { trays } from "#web/lib/device/trays.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { scheduledTexts } from "./texts.ts";

const ScheduleDialog = lazyPart(() => import("./ScheduleDialog.tsx"), "ScheduleDialog");

interface SendMoreProps {
  roomId: RoomId;
  /** The thread whose replies are written. */
  threadId: MessageId | undefined;
  /** A reply is to stand in the room as well; `onDone` forgets the wish. */
  alsoToRoom: { readonly isWanted: boolean; readonly onDone: () => void } | undefined;
  writing: {
    /** The name of its draft, and of its tray. */
    readonly at: string;
    readonly text: string;
    readonly setText: (text: string) => void;
    readonly canSend: boolean;
    readonly send: (how?: SendOptions, deliver?: (content: string) => void) => void;
  };
}

/** Beside the button that sends: other ways to send the same text. */
export function SendMore({ roomId, ...rest }: SendMoreProps) {
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  // Link guests have nothing that waits for them.
  const isMember = useStore(chat.store, ({ currentUser }) => currentUser?.role !== "GUEST");
  return room && isMember && <MoreWays {...rest} room={room} />;
}

function MoreWays({
  room,
  threadId,
  alsoToRoom,
  writing,
}: Omit<SendMoreProps, "roomId"> & { room: Subscription }) {
  const { at, text, setText, canSend, send } = writing;
  const roomName = useRoomName(room);
  /** The text in the field, and what it says as a message with its files. */
  const [asked, setAsked] = useState<{
    readonly text: string;
    readonly content: string;
    readonly files: readonly OutgoingFile[];
  }>();
  const ask = (content: string): void =>
    setAsked({ text, content, files: trays.getSnapshot().get(at)?.files ?? [] });
  const close = () => setAsked(undefined);
  const place = { room: room.roomId, thread: threadId };
  const kept = useStore(drafts, () => readQuote(place));
  const entries: readonly MenuEntry[] = [
    {
      kind: "action",
      id: "schedule",
      label: t(scheduledTexts.schedule),
      icon: Clock,
      onSelect: () => send({}, ask),
    },
    {
      kind: "action",
      id: "silent",
      label: t(scheduledTexts.silent),
      icon: BellOff,
      onSelect: () => send({ silent: true }),
    },
  ];
  return (
    <>
      <Menu label={t(scheduledTexts.more)} surface={LateMenu} side="top" props={{ entries }}>
        {(button) => (
          <button
            {...button}
            type="button"
            aria-disabled={!canSend}
            disabled={!canSend}
            aria-label={t(scheduledTexts.more)}
            data-tooltip={t(scheduledTexts.more)}
            className="grid h-6.5 w-5 flex-none place-items-center rounded-sm text-ink-subtle hover:bg-hover hover:text-ink disabled:text-ink-disabled max-pair:size-10 max-pair:rounded-lg coarse:size-10 coarse:rounded-lg"
          >
            <ChevronDown className="size-3.5" aria-hidden="true" />
          </button>
        )}
      </Menu>
      {asked && (
        <ScheduleDialog
          place={{
            sessionRoomSlug: room.sessionRoomSlug,
            threadId,
            alsoSendToRoom: alsoToRoom?.isWanted,
          }}
          roomName={roomName}
          content={asked.content}
          files={asked.files}
          quote={parseQuote(kept)}
          // A text that was changed meanwhile stays.
          onDone={() => {
            if (text === asked.text) setText("");
            keepQuote(place, undefined);
            alsoToRoom?.onDone();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
