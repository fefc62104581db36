import type { RoomId } from "@colbin/protocol";
import { ChevronDown, Clock } from "lucide-react";
import { useState } from "react";
import { LateMenu } from "#web/design/menu/late-menu.ts";
import { Menu } from "#web/design/menu/Menu.tsx";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { scheduledTexts } from "./texts.ts";

const ScheduleDialog = lazyPart(() => import("./ScheduleDialog.tsx"), "ScheduleDialog");

interface SendMoreProps {
  roomId: RoomId;
  writing: {
    readonly text: string;
    readonly setText: (text: string) => void;
    readonly canSend: boolean;
  };
}

/** Beside the button that sends: other ways to send the same text. */
export function SendMore({ roomId, writing }: SendMoreProps) {
  const { text, setText, canSend } = writing;
  // Link guests have nothing that waits for them.
  const roomSlug = useStore(chat.store, ({ subscriptions, currentUser }) =>
    currentUser?.role === "GUEST" ? undefined : subscriptions.get(roomId)?.sessionRoomSlug,
  );
  const roomName = useStore(
    chat.store,
    ({ subscriptions }) => subscriptions.get(roomId)?.roomName ?? "",
  );
  const [content, setContent] = useState<string>();
  if (roomSlug === undefined) return null;
  const close = () => setContent(undefined);
  const entries: readonly MenuEntry[] = [
    {
      kind: "action",
      id: "schedule",
      label: t(scheduledTexts.schedule),
      icon: Clock,
      onSelect: () => setContent(text.trim()),
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
      {content !== undefined && (
        <ScheduleDialog
          roomSlug={roomSlug}
          roomName={roomName}
          content={content}
          // A text that was changed meanwhile stays.
          onDone={() => text.trim() === content && setText("")}
          onClose={close}
        />
      )}
    </>
  );
}
