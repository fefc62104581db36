import type { RoomPrivacy } from "@colbin/protocol";
import { DoorClosed, Hash, Lock } from "lucide-react";
import { t } from "#web/lib/language/i18n.ts";
import { creatingTexts } from "./creating-texts.ts";

/** The ways to find and enter a room, each with its meaning for people. */
export function privacyOptions() {
  return [
    {
      value: "public",
      label: t(creatingTexts.public),
      note: t(creatingTexts.publicNote),
      icon: Hash,
    },
    {
      value: "protected",
      label: t(creatingTexts.protected),
      note: t(creatingTexts.protectedNote),
      icon: DoorClosed,
    },
    {
      value: "private",
      label: t(creatingTexts.private),
      note: t(creatingTexts.privateNote),
      icon: Lock,
    },
  ] as const satisfies readonly { readonly value: RoomPrivacy; readonly [key: string]: unknown }[];
}
