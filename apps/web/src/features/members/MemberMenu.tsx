import type { Member } from "@colbin/protocol";
import { Ban, Ellipsis, Pencil, RotateCcw } from "lucide-react";
import { IconButton } from "#web/design/IconButton.tsx";
import { loadMenuSurface } from "#web/design/load-menu-surface.ts";
import type { MenuAction } from "#web/design/menu-entry.ts";
import { Menu } from "#web/design/Menu.tsx";
import { t } from "#web/lib/i18n.ts";
import { memberTexts } from "./texts.ts";

interface MemberMenuProps {
  member: Member;
  onDepartment: () => void;
  onSuspend: () => void;
  onReactivate: () => void;
}

/** What may be done with a member of a lower role than the own. */
export function MemberMenu({ member, onDepartment, onSuspend, onReactivate }: MemberMenuProps) {
  const isSuspended = member.status === "SUSPENDED";
  const entries: MenuAction[] = [
    {
      kind: "action",
      id: "department",
      label: t(memberTexts.changeDepartment),
      icon: Pencil,
      onSelect: onDepartment,
    },
    {
      kind: "action",
      id: "status",
      label: t(isSuspended ? memberTexts.reactivate : memberTexts.suspend),
      icon: isSuspended ? RotateCcw : Ban,
      isDanger: !isSuspended,
      onSelect: isSuspended ? onReactivate : onSuspend,
    },
  ];
  const label = t(memberTexts.more, { name: member.user.fullName });
  return (
    <Menu label={label} load={loadMenuSurface} props={{ entries }}>
      {(button) => (
        <IconButton {...button} label={label}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      )}
    </Menu>
  );
}
