import { hasPermission, type Subscription } from "@colbin/protocol";

/** May the person write into the room (rules-messages 2)? The server judges it again. */
export function maySend({ role, status }: Pick<Subscription, "role" | "status">): boolean {
  return status === "ACTIVE" && hasPermission(role, "WRITE");
}
