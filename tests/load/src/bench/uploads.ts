import type { BenchServer } from "./server.ts";

/* The calls of an upload. */

export async function call<T>(
  server: BenchServer,
  token: string,
  path: string,
  body: object,
): Promise<T> {
  const answer = await fetch(`${server.baseUrl}/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  return JSON.parse(text) as T;
}

/** Of a part that is the beginning. */
export function tusHeaders(token: string) {
  return {
    authorization: `Bearer ${token}`,
    "content-type": "application/offset+octet-stream",
    "upload-offset": "0",
  };
}

/** The id of a new upload. */
export async function beginUpload(
  server: BenchServer,
  token: string,
  name: string,
  size: number,
): Promise<string> {
  const { id } = await call<{ id: string }>(server, token, "/files/uploads", { name, size });
  return id;
}
