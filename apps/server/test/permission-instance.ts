import { noneOf } from "./permission-rows.ts";

/** For those who run the server alone; in Personal they lead the workspace. By role: features/instance/instance.test.ts. */
const operators = {
  row: noneOf("FORBIDDEN"),
  personal: { WOW: "ok", WAD: "ok" },
} as const;

/** The permission matrix of running the server. */
export const instanceRules = {
  getInstance: { ...operators, input: () => ({}) },
  listInstanceUsers: { ...operators, input: () => ({ query: {} }) },
  listInstanceOrganizations: { ...operators, input: () => ({ query: {} }) },
};
