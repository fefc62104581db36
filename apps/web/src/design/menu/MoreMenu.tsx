import { Ellipsis } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { LateMenu } from "./late-menu.ts";
import type { MenuEntry } from "./menu-entry.ts";
import { Menu } from "./Menu.tsx";

interface MoreMenuProps {
  /** Names the button and the menu. */
  label: string;
  entries: readonly MenuEntry[];
}

/** The acts on one thing, behind three dots. */
export function MoreMenu({ label, entries }: MoreMenuProps) {
  return (
    <Menu label={label} surface={LateMenu} props={{ entries }}>
      {(button) => (
        <IconButton {...button} label={label}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      )}
    </Menu>
  );
}
