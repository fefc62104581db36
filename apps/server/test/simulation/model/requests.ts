export * from "#server/features/participants/requests.queries.ts";

/** Nobody asks for anything here. */
export function updatePersonClosed(): Promise<void> {
  return Promise.resolve();
}
