import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallOf, FileId } from "@colbin/protocol";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { aacInMp4, filmInWebm, oggOf, opusInMp4, vorbisInWebm, webm } from "#test/recordings.ts";
import { upload } from "#test/uploads.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";

let app: TestApp;
let world: World;
let slug: string;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
  slug = await createRoomOf(world.alice, world.bob);
});
afterAll(() => app.close());

const aRecording = (bytes: Buffer) =>
  upload(world.alice, { name: "Voice message.webm", bytes, roomSlug: slug });

/** A send of one recording, changed by a case. */
function sendOf(fileId: FileId, change: object = {}): CallOf<"sendMessage"> {
  const voice = { fileId, wave: [0, 50, 100] };
  const body = { content: "", type: "voice" as const, metadata: { voice }, ...change };
  return { params: { slug }, body };
}

describe("a voice message", () => {
  it.each<[string, Buffer, { mediaType: string; durationMs: number }, string]>([
    ["Opus in WebM", webm, { mediaType: "audio/webm", durationMs: 1_260 }, "0:01"],
    [
      "Opus in WebM that was cut off",
      webm.subarray(0, 700),
      { mediaType: "audio/webm", durationMs: 780 },
      "0:00",
    ],
    ["Opus in Ogg", oggOf(600_000), { mediaType: "audio/ogg", durationMs: 600_000 }, "10:00"],
    ["AAC in MP4", aacInMp4, { mediaType: "audio/mp4", durationMs: 1_221 }, "0:01"],
  ])("of %s tells how long it is", async (_kind, bytes, facts, clock) => {
    const { id, type } = await aRecording(bytes);
    expect(type).toBe("audio");
    const { message } = await world.alice.call("sendMessage", sendOf(id));
    const { durationMs } = facts;
    const told = {
      type: "voice",
      content: `Voice message, ${clock}`,
      metadata: { voice: { fileId: id, durationMs, wave: [0, 50, 100] } },
      files: [{ id, ...facts }],
    };
    expect(message).toMatchObject(told);
    const read = { params: { slug, id: message.id } };
    expect(await world.bob.call("getMessage", read)).toMatchObject(told);
    const edit = { ...read, body: { content: "other" } };
    expect(await world.alice.refusal("editMessage", edit)).toMatchObject({
      code: "MESSAGE_NOT_EDITABLE",
    });
  });

  it.each<[string, Buffer, string]>([
    ["longer than ten minutes", oggOf(601_000), "VALIDATION_ERROR"],
    ["a text", Buffer.from("a"), "FILE_NOT_USABLE"],
    ["Opus in MP4", opusInMp4, "FILE_NOT_USABLE"],
    ["another codec", vorbisInWebm, "FILE_NOT_USABLE"],
    ["a film", filmInWebm, "FILE_NOT_USABLE"],
    ["no packet", webm.subarray(0, 260), "FILE_NOT_USABLE"],
    ["a packet without a length", oggOf(0), "FILE_NOT_USABLE"],
    ["what says that it is longer than a day", oggOf(86_400_001), "FILE_NOT_USABLE"],
    ["what says that it is longer than a number is", oggOf(2 ** 46), "FILE_NOT_USABLE"],
  ])("is not made of %s", async (_kind, bytes, code) => {
    const { id } = await aRecording(bytes);
    expect(await world.alice.refusal("sendMessage", sendOf(id))).toMatchObject({ code });
  });

  const voice = (fileId: FileId, more: object = {}) => ({ voice: { fileId, ...more } });
  it.each<[string, (id: FileId) => object, string]>([
    ["nothing", () => ({ metadata: {} }), "MESSAGE_TYPE_NOT_ALLOWED"],
    ["a file", (fileId) => ({ metadata: { files: [{ fileId }] } }), "MESSAGE_TYPE_NOT_ALLOWED"],
    [
      "a recording and a file",
      (fileId) => ({ metadata: { ...voice(fileId), files: [{ fileId }] } }),
      "VALIDATION_ERROR",
    ],
    ["a recording as a text", () => ({ type: "text" }), "MESSAGE_TYPE_NOT_ALLOWED"],
    [
      "too many points",
      (id) => ({ metadata: voice(id, { wave: Array(65).fill(1) }) }),
      "VALIDATION_ERROR",
    ],
    [
      "a point out of bounds",
      (id) => ({ metadata: voice(id, { wave: [101] }) }),
      "VALIDATION_ERROR",
    ],
    ["a broken point", (id) => ({ metadata: voice(id, { wave: [0.5] }) }), "VALIDATION_ERROR"],
    [
      "a length of its sender",
      (id) => ({ metadata: voice(id, { durationMs: 1 }) }),
      "VALIDATION_ERROR",
    ],
  ])("is not sent with %s", async (_kind, change, code) => {
    const { id } = await aRecording(webm);
    const asked = sendOf(id, change(id));
    expect(await world.alice.refusal("sendMessage", asked)).toMatchObject({ code });
  });

  it("has an own recording that no other message has, and is found by its kind until it is deleted", async () => {
    const other = await createRoomOf(world.alice, world.bob);
    const { id } = await aRecording(webm);
    const asked = { ...sendOf(id, { content: "listen" }), params: { slug: other } };
    const refused = [
      await world.bob.refusal("sendMessage", sendOf(id)),
      await world.alice.refusal("sendMessage", asked),
    ];
    const send = sendOf(id, { content: "kestrel", clientMessageId: `temp_${crypto.randomUUID()}` });
    const { message } = await world.alice.call("sendMessage", send);
    const again = await world.alice.call("sendMessage", send);
    refused.push(await world.alice.refusal("sendMessage", sendOf(id)));
    expect(refused.map(({ code }) => code)).toEqual(Array(3).fill("FILE_NOT_USABLE"));
    expect(again).toMatchObject({ duplicate: true, message: { id: message.id } });
    const found = async () => {
      await app.app.followers.settled();
      const query = { query: "kestrel has:voice" };
      const { messages } = await world.bob.call("searchMessages", { params: { slug }, query });
      return messages.map((each) => each.id);
    };
    expect(await found()).toEqual([message.id]);
    const page = await world.bob.call("listFiles", { query: { type: "audio", limit: 1 } });
    expect(page.results).toMatchObject([
      { id, durationMs: 1260, place: { messageId: message.id } },
    ]);
    await world.alice.call("deleteMessage", { params: { slug, id: message.id } });
    expect(await found()).toEqual([]);
    expect(await world.bob.refusal("getFile", { params: { id } })).toMatchObject({
      code: "FILE_NOT_FOUND",
    });
  });
});
