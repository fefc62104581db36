import { TextButton } from "#web/design/button/TextButton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { composerTexts } from "./composer-texts.ts";

interface ComposerNoteProps {
  id: string | undefined;
  /** Set after the text was cleared, until something else is written. */
  onUndo: (() => void) | undefined;
}

/** At the end of the line under the composer: the keys, or the way back. */
export function ComposerNote({ id, onUndo }: ComposerNoteProps) {
  return (
    <div id={id} className="flex flex-none items-center gap-3 text-2xs">
      {onUndo ? (
        <span role="status" className="flex items-center gap-3">
          {t(composerTexts.cleared)}
          <TextButton onClick={onUndo}>{t(composerTexts.undo)}</TextButton>
        </span>
      ) : (
        [composerTexts.enterHint, composerTexts.lineHint].map((text) => (
          <span key={text.message} className="max-pair:hidden">
            {t(text)}
          </span>
        ))
      )}
    </div>
  );
}
