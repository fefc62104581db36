import type { MemberStatus } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const statusTexts: Readonly<Record<MemberStatus, Text>> = {
  ACTIVE: { id: "memberStatus.active", message: "Active" },
  INVITED: { id: "memberStatus.invited", message: "Invited" },
  SUSPENDED: { id: "memberStatus.suspended", message: "Suspended" },
};
