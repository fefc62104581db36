import type { SavedMessage } from "@colbin/protocol";
import { Clock } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Link } from "#web/design/button/Link.tsx";
import { Checkbox } from "#web/design/form/Checkbox.tsx";
import { momentText } from "#web/design/form/near-times.ts";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { useName } from "#web/features/presence/use-person.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { laterTexts } from "./later-texts.ts";
import { NoteDialog } from "./NoteDialog.tsx";
import { RemindDialog } from "./RemindDialog.tsx";
import { saved } from "./saved.ts";
import { messagePath, textOfSaved, whyHidden, wordsOfSaved } from "./saved-words.ts";

/** As much of a message names the box beside it. */
const WORDS_MAX = 80;

interface SavedRowProps {
  saved: SavedMessage;
  onLeft: () => void;
}

/** A saved message: done by its box, opened by its text. Without access a stub stays. */
export function SavedRow({ saved: entry, onLeft }: SavedRowProps) {
  const { messageId, status, message, room, note } = entry;
  const setDone = (isDone: boolean): void => {
    onLeft();
    const change = saved.change(messageId, { status: isDone ? "done" : "open" });
    void tellFailure(laterTexts.changeFailed, change);
  };
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2.5 rounded-md px-3 py-2.25 hover:bg-hover">
      <div className="row-span-5 self-start coarse:-ms-3 coarse:-mt-2.5">
        <Checkbox
          label={t(laterTexts.markDone, { text: wordsOfSaved(entry).slice(0, WORDS_MAX) })}
          isChecked={status === "done"}
          onChange={setDone}
        />
      </div>
      <p className="clip-line leading-6">
        {message && <Author {...message} />}{" "}
        <bdi className="text-ink-muted">{room ? room.title : t(laterTexts.hiddenRoom)}</bdi>
      </p>
      <When saved={entry} />
      <Text saved={entry} />
      {note !== "" && (
        <p
          dir="auto"
          className="col-span-2 col-start-2 mt-1.5 rounded-sm bg-hover px-2.5 py-1.25 wrap-anywhere text-ink-muted"
        >
          {note}
        </p>
      )}
      <Due remindAt={entry.remindAt} />
      <Acts saved={entry} onLeft={onLeft} />
    </div>
  );
}

function Author({ authorId, authorName }: NonNullable<SavedMessage["message"]>) {
  return <bdi className="font-strong">{useName(authorId, authorName)}</bdi>;
}

function When({ saved: { message, savedAt } }: Pick<SavedRowProps, "saved">) {
  const at = new Date(message?.createdAt ?? savedAt);
  const now = new Date(useMinute());
  return (
    <time
      dateTime={at.toISOString()}
      title={formatDate(at, "full")}
      className="text-xs leading-6 whitespace-nowrap text-ink-subtle"
    >
      {momentText(at, now)}
    </time>
  );
}

function Text({ saved: entry }: Pick<SavedRowProps, "saved">) {
  const path = messagePath(entry);
  const place = "col-span-2 col-start-2 line-clamp-3 text-md wrap-anywhere";
  const hidden = whyHidden(entry.message);
  if (path === undefined || !entry.message || hidden !== undefined)
    return <p className={`${place} text-ink-muted`}>{hidden}</p>;
  return (
    <Link to={path} dir="auto" className={`${place} hover:underline`}>
      {textOfSaved(entry.message)}
    </Link>
  );
}

function Due({ remindAt }: Pick<SavedMessage, "remindAt">) {
  const now = new Date(useMinute());
  if (remindAt === null) return null;
  return (
    <p className="col-span-2 col-start-2 mt-1.25 flex items-center gap-1.25 text-xs font-medium text-warning-ink">
      <Clock className="icon-sm" aria-hidden="true" />
      {t(laterTexts.due, { when: momentText(new Date(remindAt), now) })}
    </p>
  );
}

function Acts({ saved: entry, onLeft }: SavedRowProps) {
  const { messageId, roomId, remindAt, message } = entry;
  const isStub = whyHidden(message) !== undefined;
  const [dialog, setDialog] = useState<"note" | "remind">();
  const close = (): void => setDialog(undefined);
  const remove = (): void => {
    onLeft();
    void tellFailure(laterTexts.removeFailed, saved.set(roomId, messageId, false));
  };
  return (
    <div className="col-span-2 col-start-2 mt-2 flex flex-wrap gap-1.5">
      {!isStub && (
        <Button size="sm" onClick={() => setDialog("remind")}>
          {t(laterTexts.remind)}
        </Button>
      )}
      <Button size="sm" onClick={() => setDialog("note")}>
        {t(laterTexts.note)}
      </Button>
      {remindAt !== null && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() =>
            void tellFailure(laterTexts.changeFailed, saved.change(messageId, { remindAt: null }))
          }
        >
          {t(laterTexts.deleteReminder)}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={remove}>
        {t(laterTexts.remove)}
      </Button>
      {dialog === "note" && <NoteDialog saved={entry} onClose={close} />}
      {dialog === "remind" && (
        <RemindDialog roomId={roomId} messageId={messageId} remindAt={remindAt} onClose={close} />
      )}
    </div>
  );
}
