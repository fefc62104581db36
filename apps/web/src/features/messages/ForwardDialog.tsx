import { addressOf, shownMessages, toApiError } from "@colbin/client";
import type { MessageId, RoomId, Subscription } from "@colbin/protocol";
import { useState } from "react";
import { Checkbox } from "#web/design/form/Checkbox.tsx";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { Note } from "#web/design/page/Note.tsx";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { forwardTexts } from "./forward-texts.ts";
import { RoomField } from "./RoomField.tsx";
import { toolTexts } from "./tool-texts.ts";

interface ForwardDialogProps {
  roomId: RoomId;
  messageId: MessageId;
  onClose: () => void;
}

/** The people who would read the copy and cannot read the original. */
interface Audience {
  readonly newReaders: number;
  readonly guests: number;
}

/** Sends a copy of a message to another room; asks first where more people would read it than the original. */
export function ForwardDialog({ roomId, messageId, onClose }: ForwardDialogProps) {
  const [target, setTarget] = useState<Subscription>();
  const [comment, setComment] = useState("");
  const [audience, setAudience] = useState<Audience>();
  const [confirmed, setConfirmed] = useState(false);
  const message = useStore(chat.store, (state) =>
    shownMessages(state, roomId).find(({ id }) => id === messageId),
  );

  async function forward(room: Subscription): Promise<void> {
    const slug = addressOf(chat.store.getSnapshot(), roomId);
    const body = { targetSlug: room.sessionRoomSlug, comment, confirmed };
    try {
      await account.call("forwardMessage", { params: { slug, id: messageId }, body });
    } catch (cause) {
      const { code, details } = toApiError(cause);
      if (code !== "AUDIENCE_GROWS") throw cause;
      setAudience(details as unknown as Audience);
      return;
    }
    toast({ title: t(forwardTexts.done, { room: room.roomName }) });
    onClose();
  }

  return (
    <FormDialog
      title={t(forwardTexts.title)}
      verb={t(toolTexts.forward)}
      isDisabled={!target || (audience !== undefined && !confirmed)}
      // It stays for the question, and closes itself.
      isDone={false}
      onConfirm={() => (target ? forward(target) : Promise.resolve())}
      onClose={onClose}
    >
      <RoomField
        chosen={target}
        onChange={(room) => {
          setTarget(room);
          setAudience(undefined);
          setConfirmed(false);
        }}
      />
      {message && (
        <p className="clip-line rounded-sm bg-sunken px-3 py-2 text-md">
          <b className="font-strong">{message.authorName}</b>{" "}
          <span className="text-ink-muted">{message.content}</span>
        </p>
      )}
      <TextArea
        label={t(forwardTexts.comment)}
        name="comment"
        rows={2}
        value={comment}
        onChange={setComment}
      />
      {audience && (
        <Note>
          <p className="font-strong">{t(forwardTexts.audience, { n: audience.newReaders })}</p>
          {audience.guests > 0 && <p>{t(forwardTexts.guests, { n: audience.guests })}</p>}
          <p className="mt-1 flex items-center gap-1.5">
            <Checkbox
              label={t(forwardTexts.confirm)}
              isChecked={confirmed}
              onChange={setConfirmed}
            />
            <span aria-hidden="true">{t(forwardTexts.confirm)}</span>
          </p>
        </Note>
      )}
    </FormDialog>
  );
}
