import { Resolver } from "node:dns/promises";

/** Asks the DNS for the texts of a name; none where it does not answer or knows of none. */
export type ListTxtRecords = (name: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 1_500;
const TRIES = 2;

/** By these name servers, or where there are none by those of this machine. */
export function createTxtRecords(servers: readonly string[]): ListTxtRecords {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    try {
      // A text longer than 255 bytes comes in parts.
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
    } catch (error) {
      if (error instanceof Error && "code" in error) return [];
      throw error;
    }
  };
}
