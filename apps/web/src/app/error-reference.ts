/** The request id that the server puts into the details of what it did not expect (errors.md 1.7). */
export function errorReference(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("details" in error)) return undefined;
  const { details } = error;
  if (typeof details !== "object" || details === null || !("requestId" in details))
    return undefined;
  return typeof details.requestId === "string" ? details.requestId : undefined;
}
