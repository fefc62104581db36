import type { InstanceUser } from "@colbin/protocol";
import { Ban, Ellipsis, RotateCcw } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { LateMenu } from "#web/design/menu/late-menu.ts";
import type { MenuAction } from "#web/design/menu/menu-entry.ts";
import { Menu } from "#web/design/menu/Menu.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { administrationTexts } from "./administration-texts.ts";

interface InstancePersonMenuProps {
  person: InstanceUser;
  onBlock: () => void;
  onUnblock: () => void;
}

/** Acts on somebody whom the person may administer. */
export function InstancePersonMenu({ person, onBlock, onUnblock }: InstancePersonMenuProps) {
  const entry: MenuAction = person.isBlocked
    ? {
        kind: "action",
        id: "unblock",
        label: t(administrationTexts.unblock),
        icon: RotateCcw,
        isDanger: false,
        onSelect: onUnblock,
      }
    : {
        kind: "action",
        id: "block",
        label: t(administrationTexts.block),
        icon: Ban,
        isDanger: true,
        onSelect: onBlock,
      };
  const label = t(administrationTexts.more, { name: person.fullName });
  return (
    <Menu label={label} surface={LateMenu} props={{ entries: [entry] }}>
      {(button) => (
        <IconButton {...button} label={label}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      )}
    </Menu>
  );
}
