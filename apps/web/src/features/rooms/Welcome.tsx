import type { ReactNode } from "react";
import { Keys } from "#web/design/button/Keys.tsx";
import { Dove } from "#web/design/identity/Dove.tsx";
import { mainKeys } from "#web/lib/actions/main-keys.ts";
import { shortcutKeys } from "#web/lib/actions/shortcut.ts";
import { narrowQuery, useMediaQuery } from "#web/lib/device/media.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { BackToRooms } from "./BackToRooms.tsx";
import { lateRoomTexts } from "./late-room-texts.ts";

const keys: readonly { shortcut: string; text: Text }[] = [
  { shortcut: mainKeys.palette, text: lateRoomTexts.keyAnywhere },
  { shortcut: mainKeys.nextUnread, text: lateRoomTexts.keyUnread },
  { shortcut: mainKeys.shortcuts, text: lateRoomTexts.keyAll },
];

interface WelcomeProps {
  /** Is there anything in the sidebar to pick? */
  hasRooms: boolean;
  /** The quick-share card. */
  children: ReactNode;
}

export function Welcome({ hasRooms, children }: WelcomeProps) {
  const isNarrow = useMediaQuery(narrowQuery);
  const text = hasRooms && !isNarrow ? lateRoomTexts.welcomeText : lateRoomTexts.welcomeNew;
  return (
    <div className="scroll-area flex-1">
      <div className="p-1 pair:hidden">
        <BackToRooms />
      </div>
      <div className="grid min-h-full grid-cols-[minmax(0,25rem)] content-center justify-center gap-x-16 gap-y-8 p-6 trio:grid-cols-[minmax(0,18.75rem)_minmax(0,25rem)] trio:items-center max-pair:min-h-0 max-pair:px-4">
        <div>
          <Dove className="-ms-1.5 size-11 text-brand" />
          <h1 className="mt-5 mb-2 text-xl font-strong tracking-title text-balance">
            {t(lateRoomTexts.welcome)}
          </h1>
          <p className="text-body text-ink-muted">{t(text)}</p>
          <dl className="mt-6 grid gap-1 max-pair:hidden">
            {keys.map((entry) => (
              <div
                key={entry.text.message}
                className="flex min-h-6 items-center gap-2.5 text-ink-muted"
              >
                <dt className="flex w-22 flex-none gap-1">
                  <Keys names={shortcutKeys(entry.shortcut)} />
                </dt>
                <dd>{t(entry.text)}</dd>
              </div>
            ))}
          </dl>
        </div>
        {children}
      </div>
    </div>
  );
}
