export * from "#server/features/saved/saved.queries.ts";

/** Nobody keeps anything here. */
export function listSavedAmong(): Promise<readonly []> {
  return Promise.resolve([]);
}
