import { API_BASE_PATH, routes, type FileId } from "@colbin/protocol";
import type { Session } from "./sessions.ts";

interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** The text of its message; its name unless given. */
  readonly caption?: string;
}

/** One pixel. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Uploads a file as this person and sends it into a room. */
export async function sendFile(
  person: Session,
  slug: string,
  { name, bytes, caption = "" }: SentFile,
): Promise<FileId> {
  const size = bytes.length;
  const { id } = (await ask(person, "startUpload", {}, { name, size, roomSlug: slug })) as {
    id: FileId;
  };
  await ask(person, "appendUpload", { id }, bytes);
  await ask(person, "completeUpload", { id });
  const metadata = { files: [{ fileId: id }] };
  await ask(person, "sendMessage", { slug }, { content: caption, type: "file", metadata });
  return id;
}

/** Its owner moves it into the trash. */
export async function deleteFile(person: Session, id: FileId): Promise<void> {
  await ask(person, "deleteFile", { id });
}

type Name = "deleteFile" | "startUpload" | "appendUpload" | "completeUpload" | "sendMessage";

async function ask(
  { url, stored }: Session,
  name: Name,
  params: Readonly<Record<string, string>>,
  body?: object,
): Promise<unknown> {
  const { method, path } = routes[name];
  const token = stored.origins[0]?.localStorage.find((each) => each.name === "accessToken")?.value;
  const isBytes = Buffer.isBuffer(body);
  const address = path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? "");
  const reply = await fetch(`${url}${API_BASE_PATH}${address}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && {
        "content-type": isBytes ? "application/offset+octet-stream" : "application/json",
      }),
      ...(isBytes && { "tus-resumable": "1.0.0", "upload-offset": "0" }),
    },
    ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${name} answered ${reply.status}: ${text}`);
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}
