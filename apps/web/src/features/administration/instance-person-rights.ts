import {
  mayAdminister,
  mayGiveInstanceRole,
  type CurrentUser,
  type InstanceUser,
} from "@colbin/protocol";

/** The changes that somebody who runs the server may make of a person on it. */
export interface PersonRights {
  /** People cannot shut themselves out, nor anybody the owner of the server. */
  readonly block: boolean;
  readonly role: boolean;
}

export function personRightsOf(
  own: Pick<CurrentUser, "id" | "role">,
  { id, role }: InstanceUser,
): PersonRights {
  const isOther = id !== own.id;
  return {
    block: isOther && role !== "OWNER" && mayAdminister(own.role, role),
    role: isOther && mayGiveInstanceRole(own.role, role),
  };
}
