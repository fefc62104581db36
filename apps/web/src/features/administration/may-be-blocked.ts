import { mayAdminister, type CurrentUser, type InstanceUser } from "@colbin/protocol";

/** People cannot shut themselves out, nor anybody the owner of the server. */
export function mayBeBlocked(
  { id, role }: InstanceUser,
  own: Pick<CurrentUser, "id" | "role">,
): boolean {
  return id !== own.id && role !== "OWNER" && mayAdminister(own.role, role);
}
