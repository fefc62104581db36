import type { MessageId, RoomId, Subscription } from "@colbin/protocol";
import { useState } from "react";
import { Checkbox } from "#web/design/form/Checkbox.tsx";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { Note } from "#web/design/page/Note.tsx";
import { useNames } from "#web/features/presence/use-person.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { toExcerpt } from "./excerpt.ts";
import { findLoaded } from "./find-loaded.ts";
import { forwardTexts } from "./forward-texts.ts";
import { createForwarding, type Audience } from "./forwarding.ts";
import { RoomField } from "./RoomField.tsx";
import { toolTexts } from "./tool-texts.ts";

/** So many of them are shown; the title counts all. */
const SHOWN_MAX = 3;

interface ForwardMessagesProps {
  roomId: RoomId;
  /** In the order in which they are to stand in the other room. */
  messageIds: readonly MessageId[];
  /** So many were chosen beside them that cannot be forwarded. */
  left?: number;
  onClose: () => void;
  onDone?: () => void;
}

/** Sends copies of messages to another room; asks once before where more people would read them than the originals. */
export function ForwardMessages(props: ForwardMessagesProps) {
  const { roomId, messageIds, left = 0, onClose, onDone } = props;
  // A message that is deleted meanwhile would leave the list with the question.
  const [asked] = useState(messageIds);
  const [forwarding] = useState(() => createForwarding(roomId));
  const [target, setTarget] = useState<Subscription>();
  const [comment, setComment] = useState("");
  const [audience, setAudience] = useState<Audience>();
  const [confirmed, setConfirmed] = useState(false);
  const n = asked.length;

  async function forward(room: Subscription): Promise<void> {
    const outcome = await forwarding.forward(asked, { room, comment, confirmed });
    if (outcome.audience) return setAudience(outcome.audience);
    tellForwarded(room, n - outcome.refused, outcome.refused);
    onDone?.();
    onClose();
  }

  return (
    <FormDialog
      title={t(forwardTexts.title, { n })}
      verb={t(n === 1 ? toolTexts.forward : forwardTexts.title, { n })}
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
      <Originals roomId={roomId} ids={asked} />
      {left > 0 && <p className="text-ink-muted">{t(forwardTexts.left, { n: left })}</p>}
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

function Originals({ roomId, ids }: { roomId: RoomId; ids: readonly MessageId[] }) {
  const state = useStore(chat.store, (all) => all);
  const originals = ids.flatMap((id) => {
    const found = findLoaded(state, roomId, (each) => each.id === id);
    return found && !found.isDeleted ? [found] : [];
  });
  const names = useNames(originals.map(({ authorId }) => authorId));
  if (originals.length === 0) return null;
  return (
    <div className="grid gap-1 rounded-sm bg-sunken px-3 py-2 text-md">
      {originals.slice(0, SHOWN_MAX).map(({ id, authorId, authorName, metadata, content }) => (
        <p key={id} className="clip-line">
          <bdi className="font-strong">{names.get(authorId) ?? authorName}</bdi>{" "}
          <bdi className="text-ink-muted">{toExcerpt(metadata.plainText ?? content)}</bdi>
        </p>
      ))}
    </div>
  );
}

/** Some may have been deleted since they were chosen. */
function tellForwarded({ roomName: room }: Subscription, n: number, refused: number): void {
  const title = t(forwardTexts.done, { n, room });
  if (refused === 0) return toast({ title });
  toast({ title, description: t(forwardTexts.refused, { n: refused }), variant: "warning" });
}
