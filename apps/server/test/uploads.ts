import type { File, FileId } from "@colbin/protocol";
import type { Person } from "./world.ts";

/* Uploads of the tests, by the same calls that a program makes. */

export interface Sent {
  readonly name: string;
  readonly bytes: Buffer;
  readonly roomSlug?: string;
}

/** The bytes of an upload from a place on; the answer as it came. */
export function append(person: Person, id: FileId, offset: number, bytes: Buffer) {
  return person.send({
    method: "PATCH",
    url: `/v1/files/uploads/${id}`,
    headers: {
      "content-type": "application/offset+octet-stream",
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
    },
    payload: bytes,
  });
}

/** Uploads a file as a whole. */
export async function upload(person: Person, { name, bytes, roomSlug }: Sent): Promise<File> {
  const body = { name, size: bytes.length, ...(roomSlug !== undefined && { roomSlug }) };
  const { id } = await person.call("startUpload", { body });
  const { status } = await append(person, id, 0, bytes);
  if (status !== 204) throw new Error(`Bytes of ${name} were answered with ${status}`);
  return person.call("completeUpload", { params: { id } });
}

/** Uploads files for a room and sends them with a message. */
export async function sendFiles(person: Person, slug: string, ...files: Omit<Sent, "roomSlug">[]) {
  const sent: File[] = [];
  for (const file of files) sent.push(await upload(person, { ...file, roomSlug: slug }));
  const { message } = await person.call("sendMessage", {
    params: { slug },
    body: {
      content: "",
      type: "file",
      metadata: { files: sent.map(({ id }) => ({ fileId: id })) },
    },
  });
  return { message, files: sent };
}
