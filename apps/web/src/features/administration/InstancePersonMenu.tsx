import type { InstanceUser } from "@colbin/protocol";
import { Ban, RotateCcw, ShieldMinus, ShieldPlus, type LucideIcon } from "lucide-react";
import type { MenuAction } from "#web/design/menu/menu-entry.ts";
import { MoreMenu } from "#web/design/menu/MoreMenu.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { administrationTexts } from "./administration-texts.ts";
import type { PersonRights } from "./instance-person-rights.ts";
import type { PersonQuestion } from "./person-questions.ts";

type PersonAct = PersonQuestion | "unblock";

const icons: Readonly<Record<PersonAct, LucideIcon>> = {
  makeAdmin: ShieldPlus,
  makeUser: ShieldMinus,
  block: Ban,
  unblock: RotateCcw,
};

interface InstancePersonMenuProps {
  person: InstanceUser;
  rights: PersonRights;
  onAct: (act: PersonAct) => void;
}

/** Acts on somebody whom the person may administer. */
export function InstancePersonMenu({ person, rights, onAct }: InstancePersonMenuProps) {
  const label = t(administrationTexts.more, { name: person.fullName });
  const entries = actsOn(person, rights).map((act): MenuAction => ({
    kind: "action",
    id: act,
    label: t(administrationTexts[act]),
    icon: icons[act],
    isDanger: act === "block",
    onSelect: () => onAct(act),
  }));
  return <MoreMenu label={label} entries={entries} />;
}

function actsOn({ role, isBlocked }: InstanceUser, rights: PersonRights): readonly PersonAct[] {
  const acts: PersonAct[] = [];
  if (rights.role) acts.push(role === "ADMIN" ? "makeUser" : "makeAdmin");
  if (rights.block) acts.push(isBlocked ? "unblock" : "block");
  return acts;
}
