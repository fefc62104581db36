import type { Organization, WorkspaceRole } from "@colbin/protocol";
import { useOutletContext } from "react-router";

/** One in which the person is active. */
export interface OpenOrganization extends Organization {
  readonly role: WorkspaceRole;
}

/** The organization of the page, for what stands in its frame. */
export function useOpenOrganization(): OpenOrganization {
  return useOutletContext<OpenOrganization>();
}
