import {
  PLAN_MAX_MS,
  PLAN_MIN_MS,
  POLL_OPTION_MAX,
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  type RoomCard,
  type Subscription,
} from "@colbin/protocol";
import { useState } from "react";
import { nearTimes } from "#web/design/form/near-times.ts";
import { Switch } from "#web/design/form/Switch.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { WhenPicker } from "#web/design/form/WhenPicker.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useRoomName } from "#web/features/rooms/use-room-name.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { keepPollDraft, readPollDraft, type PollDraft } from "./poll-draft.ts";
import { PollAnswers } from "./PollAnswers.tsx";
import { askTexts } from "./texts.ts";

interface PollDialogProps {
  room: Subscription | RoomCard;
  onClose: () => void;
}

const QUESTION_MAX = 1_000;
/** The time that is chosen last passes while the dialog is open, and on the way. */
const MARGIN_MS = 60_000;

/** Asks for a poll. Once it is sent it is a message like others, which waits where the server is away and stays where it is refused. */
export function PollDialog({ room, onClose }: PollDialogProps) {
  const { roomId } = room;
  const [draft, setDraft] = useState(() => readPollDraft(roomId));
  const [now] = useState(() => new Date());
  const [choices] = useState(() => nearTimes(now));
  const [isTimed, setTimed] = useState(false);
  const [at, setAt] = useState<Date>();
  const roomName = useRoomName(room);
  const { question, multiple, anonymous } = draft;
  const options = draft.answers.map((answer) => answer.trim()).filter((answer) => answer !== "");
  const isWhole =
    question.trim() !== "" &&
    options.length >= POLL_OPTIONS_MIN &&
    new Set(options).size === options.length &&
    (!isTimed || at !== undefined);

  function change(part: Partial<PollDraft>): void {
    const next = { ...draft, ...part };
    setDraft(next);
    keepPollDraft(roomId, next);
  }
  async function confirm(): Promise<void> {
    const closing = isTimed && at ? { closesAt: at.toISOString() } : {};
    const poll = { options, multiple, anonymous, ...closing };
    await chat.messages.send(roomId, question, { poll });
    keepPollDraft(roomId, undefined);
  }

  return (
    <FormDialog
      title={t(askTexts.create)}
      text={t(askTexts.createText, { room: roomName })}
      verb={t(askTexts.verb)}
      failure={t(askTexts.failed)}
      isDisabled={!isWhole}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextField
        label={t(askTexts.question)}
        dir="auto"
        maxLength={QUESTION_MAX}
        value={question}
        onChange={(next) => change({ question: next })}
      />
      <PollAnswers
        answers={draft.answers}
        max={POLL_OPTIONS_MAX}
        min={POLL_OPTIONS_MIN}
        maxLength={POLL_OPTION_MAX}
        onChange={(answers) => change({ answers })}
      />
      <Switch
        label={t(askTexts.multiple)}
        hint={t(askTexts.multipleHint)}
        isOn={multiple}
        onChange={(isOn) => change({ multiple: isOn })}
      />
      <Switch
        label={t(askTexts.anonymous)}
        hint={t(askTexts.anonymousHint)}
        isOn={anonymous}
        onChange={(isOn) => change({ anonymous: isOn })}
      />
      <Switch
        label={t(askTexts.timed)}
        hint={t(askTexts.timedHint)}
        isOn={isTimed}
        onChange={setTimed}
      />
      {isTimed && (
        <WhenPicker
          label={t(askTexts.when)}
          choices={choices}
          {...boundsFrom(now)}
          value={at}
          onChange={setAt}
        />
      )}
    </FormDialog>
  );
}

function boundsFrom(now: Date): { min: Date; max: Date } {
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  return { min: inMs(PLAN_MIN_MS + MARGIN_MS), max: inMs(PLAN_MAX_MS) };
}
