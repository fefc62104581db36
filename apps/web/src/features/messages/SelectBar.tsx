import { Copy, Forward, Trash2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Toolbar } from "#web/design/button/Toolbar.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { useRootMark } from "#web/design/overlay/use-root-mark.ts";
import { useWayBack } from "#web/design/overlay/use-way-back.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { useOffer } from "#web/lib/actions/offer.ts";
import { chat } from "#web/lib/api/chat.ts";
import { copyText } from "#web/lib/device/clipboard.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { leaving } from "./actions.ts";
import type { ListedMessage } from "./message-rows.ts";
import { rightsOn } from "./message-rights.ts";
import { useRoom } from "./room-context.ts";
import { selectTexts } from "./select-texts.ts";
import { endSelection } from "./selection.ts";
import { toolTexts } from "./tool-texts.ts";

const DeleteSelectedDialog = lazyPart(
  () => import("./DeleteSelectedDialog.tsx"),
  "DeleteSelectedDialog",
);
const ForwardMessages = lazyPart(() => import("./ForwardMessages.tsx"), "ForwardMessages");

interface SelectBarProps {
  messages: readonly ListedMessage[];
  selected: ReadonlySet<string>;
}

/** In the place of the composer, while messages are selected: how many, and what can be done with all of them. */
export function SelectBar({ messages, selected }: SelectBarProps) {
  const room = useRoom();
  const [dialog, setDialog] = useState<"delete" | "forward">();
  const close = (): void => setDialog(undefined);
  const chosen = messages.filter(
    (message) => selected.has(message.key) && rightsOn(message, room).maySelect,
  );
  const own = chosen.filter((message) => rightsOn(message, room).mayDelete);
  const copied = chosen.filter((message) => rightsOn(message, room).mayForward);
  const isEmpty = chosen.length === 0;
  useRootMark("selecting", true);
  useWayBack(true, endSelection);
  useOffer(leaving, endSelection);
  useEndWithBar(selected);
  return (
    <div className="column-inset flex-none pt-2.5 max-pair:px-2">
      <Toolbar
        label={t(selectTexts.bar)}
        onLeave={endSelection}
        className="min-h-20.5 flex-wrap rounded-lg bg-field py-3 ps-4 pe-3 inset-ring inset-ring-line-strong max-pair:min-h-0 max-pair:p-2"
      >
        <p role="status" className="min-w-0 flex-1 leading-4.5 max-pair:basis-full max-pair:p-1.5">
          <b className="font-strong">{t(selectTexts.count, { n: chosen.length })}</b>
          <br />
          <span className="text-ink-subtle">
            {own.length > 0 && t(selectTexts.own, { n: own.length })}
          </span>
        </p>
        <span className="flex gap-1.5 max-pair:flex-1 max-pair:flex-wrap max-pair:gap-1">
          <Button
            aria-disabled={isEmpty}
            className="max-pair:flex-1 coarse:h-touch"
            onClick={() => void (isEmpty || copyAll(chosen))}
          >
            <Copy aria-hidden="true" />
            {t(selectTexts.copy)}
          </Button>
          <Button
            aria-disabled={copied.length === 0}
            className="max-pair:flex-1 coarse:h-touch"
            onClick={() => copied.length > 0 && setDialog("forward")}
          >
            <Forward aria-hidden="true" />
            {t(toolTexts.forward)}
          </Button>
          <Button
            aria-disabled={own.length === 0}
            className="not-aria-disabled:text-danger-ink! max-pair:flex-1 coarse:h-touch"
            onClick={() => own.length > 0 && setDialog("delete")}
          >
            <Trash2 aria-hidden="true" />
            {t(toolTexts.delete)}
          </Button>
          <Button variant="ghost" className="max-pair:flex-1 coarse:h-touch" onClick={endSelection}>
            {t(toolTexts.cancel)}
          </Button>
        </span>
      </Toolbar>
      <p
        aria-hidden="true"
        className="flex min-h-6.5 items-center justify-end gap-4 px-1 text-xs text-ink-subtle max-pair:invisible"
      >
        <span>{t(selectTexts.hintRange)}</span>
        <span>{t(selectTexts.hintEnd)}</span>
      </p>
      {dialog === "delete" && (
        <DeleteSelectedDialog roomId={room.roomId} messages={own} onClose={close} />
      )}
      {dialog === "forward" && (
        <ForwardMessages
          roomId={room.roomId}
          messageIds={copied.map(({ id }) => id)}
          left={chosen.length - copied.length}
          onDone={endSelection}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The selection ends with the bar, and its last message has the focus where the bar took it along. */
function useEndWithBar(selected: ReadonlySet<string>): void {
  const handleEnd = useEffectEvent(() => {
    // Another room has a selection of its own.
    endSelection();
    // The button or the dialog that ended it has gone with the bar.
    if (document.activeElement === document.body) focusRow([...selected].at(-1) ?? "");
  });
  useEffect(() => () => handleEnd(), []);
}

/** The list stays where it is. */
function focusRow(key: string): void {
  const row = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(key)}"]`);
  row?.focus({ preventScroll: true });
}

/** Each under its author, as they are called now, and its time. */
async function copyAll(messages: readonly ListedMessage[]): Promise<void> {
  const { people } = chat.store.getSnapshot();
  const texts = messages.map(({ authorId, authorName, createdAt, metadata, content }) => {
    const author = people.get(authorId)?.fullName ?? authorName;
    const time = formatDate(new Date(createdAt), "dayClock");
    return `${author}, ${time}\n${metadata.plainText ?? content}`;
  });
  if (!(await copyText(texts.join("\n\n"))))
    return toast({ title: t(toolTexts.copyFailed), variant: "warning" });
  toast({ title: t(selectTexts.copied, { n: messages.length }) });
  endSelection();
}
