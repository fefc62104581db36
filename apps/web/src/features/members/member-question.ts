import type { Member } from "@colbin/protocol";

/** An act on members that is done after a question. */
export interface MemberQuestion {
  readonly is: "department" | "suspend" | "remove" | "leave";
  readonly members: readonly Member[];
}
