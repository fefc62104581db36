import { useState } from "react";
import { ErrorState } from "#web/design/ErrorState.tsx";
import { Part } from "#web/design/Part.tsx";
import { t } from "#web/lib/i18n.ts";
import { emojiTexts } from "./texts.ts";

async function loadEmojiPanel() {
  return (await import("./EmojiPanel.tsx")).EmojiPanel;
}

interface EmojiPickerProps {
  /** One emoji, as everybody stores it. */
  onPick: (emoji: string) => void;
}

/** For a popover, which Escape closes. The emoji come with the first picker that is opened. */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  const [need, setNeed] = useState(1);
  return (
    <div className="h-96 max-h-[calc(100dvh-1rem)] w-81 max-w-full">
      <Part
        need={need}
        load={loadEmojiPanel}
        props={{ onPick }}
        renderMissing={(hasFailed) =>
          hasFailed ? (
            <ErrorState
              title={t(emojiTexts.loadFailed)}
              text={t(emojiTexts.loadFailedText)}
              onRetry={() => setNeed(need + 1)}
            />
          ) : (
            <p role="status" className="late p-4 text-ink-subtle">
              {t(emojiTexts.loading)}
            </p>
          )
        }
      />
    </div>
  );
}
