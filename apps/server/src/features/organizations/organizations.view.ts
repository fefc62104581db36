import { isLeading, type Organization } from "@colbin/protocol";
import type { DomainRow } from "./domains.queries.ts";
import { toDomainRecord } from "./domains.rules.ts";
import type { OrganizationRow } from "./organizations.queries.ts";

export function toDomainVerification({ domainToken, domainVerifiedAt }: DomainRow) {
  return {
    record: toDomainRecord(domainToken),
    verifiedAt: domainVerifiedAt?.toISOString() ?? null,
  };
}

/** A suspended member is told the name and the picture, and nothing else; the own role where it is asked for. */
export function toOrganization(row: OrganizationRow, hasRole = true): Organization {
  const { id, title, avatarUrl: avatar_url, status } = row;
  if (status !== "ACTIVE") return { id, title, avatar_url, status };
  return {
    id,
    title,
    avatar_url,
    status,
    ...(hasRole && { role: row.role }),
    type: row.type,
    description: row.description,
    domain: row.domain,
    website: row.website,
    ...(hasRole &&
      isLeading(row.role) &&
      row.domain !== null && { domainVerification: toDomainVerification(row) }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
