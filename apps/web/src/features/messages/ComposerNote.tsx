import clsx from "clsx";
import type { ReactNode } from "react";
import { TextButton } from "#web/design/TextButton.tsx";
import { t } from "#web/lib/i18n.ts";
import { COUNT_FROM } from "./constants.ts";
import { messageTexts } from "./texts.ts";

interface ComposerNoteProps {
  id: string;
  /** Characters of the text, as the server counts them. */
  length: number;
  maxChars: number;
  /** Set after the text was cleared, until something else is written. */
  onUndo: (() => void) | undefined;
}

/** At the end of the line under the composer: the keys, the way back, or how long the text has become. */
export function ComposerNote({ id, length, maxChars, onUndo }: ComposerNoteProps) {
  return (
    <div id={id} className="flex flex-none items-center gap-3 text-2xs">
      {toNote(length, maxChars, onUndo)}
    </div>
  );
}

function toNote(length: number, max: number, onUndo: (() => void) | undefined): ReactNode {
  if (length > max * COUNT_FROM) {
    return (
      <span role="status" className={clsx("tabular-nums", length > max && "text-danger-ink")}>
        {t(length > max ? messageTexts.tooLong : messageTexts.length, { length, max })}
      </span>
    );
  }
  if (onUndo) {
    return (
      <span role="status" className="flex items-center gap-3">
        {t(messageTexts.cleared)}
        <TextButton onClick={onUndo}>{t(messageTexts.undo)}</TextButton>
      </span>
    );
  }
  return [messageTexts.enterHint, messageTexts.lineHint].map((text) => (
    <span key={text.id} className="max-pair:hidden">
      {t(text)}
    </span>
  ));
}
