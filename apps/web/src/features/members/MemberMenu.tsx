import type { Member } from "@colbin/protocol";
import { Ban, LogOut, Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { MenuAction } from "#web/design/menu/menu-entry.ts";
import { MoreMenu } from "#web/design/menu/MoreMenu.tsx";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { memberTexts } from "./texts.ts";

const looks = {
  department: { text: memberTexts.changeDepartment, icon: Pencil, isDanger: false },
  reactivate: { text: memberTexts.reactivate, icon: RotateCcw, isDanger: false },
  suspend: { text: memberTexts.suspend, icon: Ban, isDanger: true },
  remove: { text: memberTexts.remove, icon: Trash2, isDanger: true },
  leave: { text: memberTexts.leave, icon: LogOut, isDanger: true },
} as const satisfies Record<
  string,
  Omit<MenuAction, "kind" | "id" | "label" | "onSelect"> & { text: Text }
>;

export type MemberAct = keyof typeof looks;

interface MemberMenuProps {
  member: Member;
  /** The person themselves. */
  isSelf: boolean;
  onChoose: (act: MemberAct) => void;
}

/** Acts on a member of a lower role than the own, or on oneself. */
export function MemberMenu({ member, isSelf, onChoose }: MemberMenuProps) {
  const others = ["department", toggleOf(member), "remove"] as const;
  const acts: readonly MemberAct[] = isSelf ? ["leave"] : others;
  const entries = acts.map((act): MenuAction => {
    const { text, ...look } = looks[act];
    return { kind: "action", id: act, label: t(text), ...look, onSelect: () => onChoose(act) };
  });
  const label = t(memberTexts.more, { name: member.user.fullName });
  return <MoreMenu label={label} entries={entries} />;
}

function toggleOf({ status }: Member): MemberAct {
  return status === "SUSPENDED" ? "reactivate" : "suspend";
}
