import type { Member } from "@colbin/protocol";

/** What is asked before it is done. */
export interface MemberQuestion {
  readonly is: "department" | "suspend" | "remove" | "leave";
  readonly members: readonly Member[];
}
