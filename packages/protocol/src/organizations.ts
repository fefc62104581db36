export const organizationTypes = [
  "COMPANY",
  "AGENCY",
  "EDUCATIONAL",
  "NON_PROFIT",
  "OTHER",
] as const;
export type OrganizationType = (typeof organizationTypes)[number];
