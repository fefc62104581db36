import type { Organization } from "@colbin/protocol";
import type { OrganizationRow } from "./organizations.queries.ts";

/** Whoever is suspended is told the name and nothing else; the own role where it is asked for. */
export function toOrganization(row: OrganizationRow, hasRole = true): Organization {
  const { id, title, status } = row;
  if (status !== "ACTIVE") return { id, title, status };
  return {
    id,
    title,
    status,
    ...(hasRole && { role: row.role }),
    type: row.type,
    description: row.description,
    domain: row.domain,
    website: row.website,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
