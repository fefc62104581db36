import { ChevronDown } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import type { MenuPlace } from "#web/design/menu/menu-place.ts";
import { Menu } from "#web/design/menu/Menu.tsx";
import { MenuSurface } from "#web/design/menu/MenuSurface.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { muteActions } from "#web/features/subscriptions/mute-actions.ts";
import { muteTexts } from "#web/features/subscriptions/mute-texts.ts";
import { t } from "#web/lib/language/i18n.ts";

interface MuteMenuProps {
  /** Null: until it is taken back. */
  onMute: (end: string | null) => void;
}

const LateEnds = lazyPart(() => Promise.resolve({ MuteEnds }), "MuteEnds");

/** For how long to hear nothing of the room. */
export function MuteMenu({ onMute }: MuteMenuProps) {
  const label = t(muteTexts.muteFor);
  return (
    <Menu label={label} surface={LateEnds} props={{ onMute }}>
      {(button) => (
        <Button {...button} size="header">
          {label}
          <ChevronDown aria-hidden="true" />
        </Button>
      )}
    </Menu>
  );
}

function MuteEnds({ onMute, ...place }: MenuPlace & MuteMenuProps) {
  return <MenuSurface {...place} entries={place.isOpen ? muteActions(onMute) : []} />;
}
