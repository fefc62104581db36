import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { emojiTexts } from "./texts.ts";

const EmojiPanel = lazyPart(() => import("./EmojiPanel.tsx"), "EmojiPanel");

interface EmojiPickerProps {
  /** One emoji, as everybody stores it. */
  onPick: (emoji: string) => void;
  /** The emoji of the organization as well, which are picked as `:name:`. */
  takesCustom?: boolean;
}

/** For a popover, which Escape closes. The emoji come with the first picker that is opened. */
export function EmojiPicker({ onPick, takesCustom = false }: EmojiPickerProps) {
  return (
    <div className="h-96 max-h-[calc(100dvh-1rem)] w-81 max-w-full">
      <EmojiPanel
        onPick={onPick}
        takesCustom={takesCustom}
        missing={
          <p role="status" className="late p-4 text-ink-subtle">
            {t(emojiTexts.loading)}
          </p>
        }
        renderFailed={(retry) => (
          <ErrorState
            title={t(emojiTexts.loadFailed)}
            text={t(emojiTexts.loadFailedText)}
            onRetry={retry}
          />
        )}
      />
    </div>
  );
}
