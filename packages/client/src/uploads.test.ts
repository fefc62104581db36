import type { MessageMetadataInput } from "@colbin/protocol";
import { describe, expect, it } from "vitest";
import { refusal } from "../test/fake-calls.ts";
import { toRoomId } from "../test/fake-room.ts";
import { FakeBytes, fakeFileRows, FakeUploads } from "../test/fake-uploads.ts";
import { alice, bob } from "../test/people.ts";
import { browser, world, type Tab } from "../test/world.ts";
import { visibleMessages } from "./selectors.ts";
import type { Upload } from "./uploads.ts";

const general = toRoomId("general");
const KB = 1024;
const place = { place: "room:general", roomId: general };

async function stage() {
  const { server, time, connected, tab } = world();
  server.room("general", alice, bob);
  const uploads = new FakeUploads();
  server.onCall = uploads.answer;
  const kept = fakeFileRows();
  const shared = { ...browser(), files: kept.rows };
  const page = await connected(alice, shared);
  const add = (at: Tab, ...sizes: number[]) =>
    at.uploads?.add(
      place,
      sizes.map((size, n) => ({
        name: `${n}.png`,
        mediaType: "image/png",
        bytes: new FakeBytes(size),
      })),
    );
  /** Over the channel, or by calls before there is one. */
  const sent = () => [
    ...server
      .calls("/session-room")
      .flatMap(({ method, body }) =>
        method === "POST" ? [toSent(body?.["type"], body?.["metadata"])] : [],
      ),
    ...server
      .frames("CLIENT_SEND_MESSAGE")
      .map(({ messageType, metadata }) => toSent(messageType, metadata)),
  ];
  const send = (at: Tab, content = "") => {
    const files = [...filesOf(at)].filter(({ isHeld }) => !isHeld);
    at.uploads?.hold(
      files.map(({ id }) => id),
      true,
    );
    return at.chat.messages.send(general, content, { files });
  };
  return { server, time, tab, shared, uploads, kept, page, add, send, sent };
}

function toSent(messageType: unknown, metadata: unknown) {
  const { files, voice } = metadata as MessageMetadataInput;
  return { messageType, files, ...(voice && { voice }) };
}

function filesOf({ uploads }: Tab): readonly Upload[] {
  return [...(uploads?.store.getSnapshot().values() ?? [])];
}

const shown = ({ chat }: Tab) =>
  visibleMessages(chat.store.getSnapshot(), general).map(({ status, files }) => ({
    status,
    files: files?.map(({ name }) => name),
  }));

describe("files on their way", () => {
  it("go up in pieces, a few at a time, and their message waits for them while later ones go", async () => {
    const { server, time, uploads, kept, page, add, send, sent } = await stage();
    const gate = Promise.withResolvers<void>();
    server.onCall = (request) => {
      const reply = uploads.answer(request);
      return reply && request.bytes ? gate.promise.then(() => reply) : reply;
    };
    add(page, 600 * KB, 10, 20, 30, 40);
    await page.chat.rooms.open(general);
    void send(page);
    expect(shown(page).at(-1)).toEqual({
      status: "sending",
      files: ["0.png", "1.png", "2.png", "3.png", "4.png"],
    });
    await page.chat.messages.send(general, "Meanwhile");
    await time.settle();
    expect(sent()).toEqual([{ messageType: "text", files: undefined }]);
    expect(filesOf(page).filter(({ activity }) => activity === "sending")).toHaveLength(3);
    gate.resolve();
    await time.settle();
    expect(uploads.pieces.filter((at) => at > 0)).toEqual([256 * KB]);
    expect(sent().at(-1)).toEqual({
      messageType: "image",
      files: [1, 2, 3, 4, 5].map((n) => ({ fileId: `file-${n}` })),
    });
    // Nothing of them stays.
    expect([filesOf(page).length, kept.files.size, kept.bytes.size]).toEqual([0, 0, 0]);
    expect(server.calls("/files/uploads").filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("go on where they were after a cut line, by themselves, and after a reload", async () => {
    const { server, time, tab, shared, uploads, page, add, send, sent } = await stage();
    add(page, 600 * KB);
    server.onCall = (request) => {
      // The line is cut behind the first piece.
      if (uploads.pieces.length === 1) server.isDown = true;
      return server.isDown ? refusal(503, "DB_UNAVAILABLE") : uploads.answer(request);
    };
    await time.settle();
    expect(filesOf(page)).toMatchObject([{ activity: "cut", sent: 256 * KB }]);
    void send(page, "Look");
    await time.advance(60_000);
    // The page ends; another one finds all.
    page.account.close();
    page.chat.close();
    server.isDown = false;
    server.onCall = uploads.answer;
    const next = tab(shared);
    next.chat.connection.connect();
    await time.advance(60_000);
    expect(uploads.pieces).toEqual([0, 256 * KB, 512 * KB]);
    expect(sent()).toEqual([{ messageType: "image", files: [{ fileId: "file-1" }] }]);
    expect(filesOf(next)).toEqual([]);
  });

  it("stop while they are paused, and go with all that the server has when they are removed", async () => {
    const { server, time, uploads, kept, page, add, send, sent } = await stage();
    add(page, 300 * KB, 5);
    const [first, second] = filesOf(page).map(({ id }) => id) as [string, string];
    page.uploads?.pause(first);
    await time.advance(60_000);
    expect(filesOf(page)).toMatchObject([{ isPaused: true }, { type: "image" }]);
    page.uploads?.resume(first);
    page.uploads?.describe(second, "A crane");
    await time.settle();
    page.uploads?.cancel([first]);
    expect(filesOf(page)).toMatchObject([{ id: second, alt: "A crane" }]);
    await send(page);
    await time.settle();
    const [{ files } = {}] = sent();
    expect(files).toEqual([{ fileId: "file-1", alt: "A crane" }]);
    expect(uploads.offsets.size + uploads.made.size).toBe(1);

    // A message that is thrown away takes them with it.
    server.onCall = (request) =>
      request.bytes ? refusal(503, "DB_UNAVAILABLE") : uploads.answer(request);
    add(page, 300 * KB);
    void send(page);
    await time.settle();
    const [pending] = page.chat.store.getSnapshot().pending.get(general) ?? [];
    await page.chat.messages.discard(pending?.clientMessageId ?? "");
    await time.settle();
    expect([filesOf(page).length, kept.files.size, kept.bytes.size]).toEqual([0, 0, 0]);
    expect(uploads.offsets.size + uploads.made.size).toBe(1);
  });

  it("that are paused go on with the message that takes them", async () => {
    const { time, page, add, send, sent } = await stage();
    add(page, 300 * KB);
    page.uploads?.pause(filesOf(page)[0]?.id ?? "");
    await time.settle();
    void send(page);
    await time.settle();
    expect(sent()).toEqual([{ messageType: "image", files: [{ fileId: "file-1" }] }]);
  });

  it("can be paused and removed while the server begins them", async () => {
    const { server, time, uploads, page, add } = await stage();
    const gate = Promise.withResolvers<void>();
    server.onCall = (request) => {
      const reply = uploads.answer(request);
      return reply?.status === 201 ? gate.promise.then(() => reply) : reply;
    };
    add(page, 5, 6);
    await time.settle();
    const [paused, removed] = filesOf(page).map(({ id }) => id) as [string, string];
    page.uploads?.pause(paused);
    page.uploads?.cancel([removed]);
    gate.resolve();
    await time.settle();
    expect([...uploads.offsets.keys()]).toEqual(["file-1"]);
    page.uploads?.resume(paused);
    await time.settle();
    expect(filesOf(page)).toMatchObject([{ type: "image", uploadId: "file-1" }]);
  });

  it("that are refused fail their message, which goes out once they are tried again", async () => {
    const { server, time, uploads, page, add, send, sent } = await stage();
    server.onCall = ({ path }) =>
      path.startsWith("/files") ? refusal(507, "STORAGE_FULL") : undefined;
    add(page, 5);
    void send(page, "Words");
    await time.settle();
    const [pending] = page.chat.store.getSnapshot().pending.get(general) ?? [];
    expect(pending?.failure?.code).toBe("STORAGE_FULL");
    server.onCall = uploads.answer;
    await page.chat.messages.retry(pending?.clientMessageId ?? "");
    await time.settle();
    expect(sent()).toEqual([{ messageType: "image", files: [{ fileId: "file-1" }] }]);
  });

  it("that are recordings are messages of their own", async () => {
    const { time, uploads, page, send, sent } = await stage();
    const voice = { durationMs: 1_260, wave: [0, 100] };
    const bytes = new Blob(["opus"]);
    const recording = { bytes, name: "voice-message.webm", mediaType: "audio/webm", voice };
    page.uploads?.add({ place: "room voice", roomId: general }, [recording]);
    const [file] = filesOf(page);
    void send(page);
    const [message] = visibleMessages(page.chat.store.getSnapshot(), general).slice(-1);
    expect(message).toMatchObject({
      type: "voice",
      metadata: { voice: { ...voice, fileId: file?.id } },
      files: [{ id: file?.id, mediaType: "audio/webm" }],
    });
    await time.settle();
    expect(sent()).toEqual([
      { messageType: "voice", voice: { fileId: "file-1", wave: voice.wave } },
    ]);
    expect(uploads.made.size).toBe(1);
  });

  it("that the server has lost are uploaded anew, once", async () => {
    const { server, time, page, add, send, sent } = await stage();
    add(page, 5);
    await time.settle();
    server.onFrame = (socket, frame) => {
      if (frame.type !== "CLIENT_SEND_MESSAGE") return false;
      const [file] = frame.metadata?.files ?? [];
      const { requestId } = frame;
      server.sendNow(socket, {
        type: "SERVER_MULTI_ROOM_ERROR",
        code: "FILE_NOT_USABLE",
        message: "",
        status: 400,
        details: { fileId: file?.fileId },
        retryable: false,
        requestId,
      });
      return true;
    };
    void send(page);
    await time.settle();
    await time.settle();
    expect(sent().map(({ files }) => files)).toEqual([
      [{ fileId: "file-1" }],
      [{ fileId: "file-2" }],
    ]);
    const [pending] = page.chat.store.getSnapshot().pending.get(general) ?? [];
    expect(pending?.failure?.code).toBe("FILE_NOT_USABLE");
  });

  it("that another tab removes while they are brought stay away", async () => {
    const { server, time, tab, shared, uploads, kept, page, add } = await stage();
    const other = tab(shared);
    other.chat.connection.connect();
    const gate = Promise.withResolvers<void>();
    server.onCall = (request) =>
      request.bytes
        ? gate.promise.then(() => uploads.answer(request) ?? refusal(404, "FILE_NOT_FOUND"))
        : uploads.answer(request);
    add(page, 5);
    await time.settle();
    other.signal("focus");
    await time.settle();
    other.uploads?.cancel(filesOf(other).map(({ id }) => id));
    await time.settle();
    gate.resolve();
    await time.settle();
    expect([filesOf(page), kept.files.size]).toEqual([[], 0]);
  });

  it("that come and go while the device is read stay as they are", async () => {
    const { time, kept, page, add } = await stage();
    add(page, 5, 6);
    await time.settle();
    const [removed, described] = filesOf(page).map(({ id }) => id) as [string, string];
    const gate = Promise.withResolvers<void>();
    const { list } = kept.rows;
    Object.assign(kept.rows, {
      list: async (...who: Parameters<typeof list>) => {
        const rows = await list(...who);
        await gate.promise;
        return rows;
      },
    });
    page.signal("focus");
    page.uploads?.cancel([removed]);
    page.uploads?.describe(described, "A crane");
    add(page, 7);
    await time.settle();
    gate.resolve();
    await time.settle();
    expect(filesOf(page)).toMatchObject([{ id: described, alt: "A crane" }, { size: 7 }]);
  });

  it("are brought by one tab at a time, and end with the person", async () => {
    const { time, tab, shared, uploads, kept, page, add } = await stage();
    const other = tab(shared);
    other.chat.connection.connect();
    await time.settle();
    add(page, 600 * KB);
    await time.settle();
    other.signal("focus");
    await time.settle();
    expect(filesOf(other)).toMatchObject([{ type: "image" }]);
    expect(uploads.pieces).toEqual([0, 256 * KB]);
    await page.account.auth.signOut();
    expect(filesOf(page)).toEqual([]);
    expect(kept.files.size).toBe(1);
  });
});
