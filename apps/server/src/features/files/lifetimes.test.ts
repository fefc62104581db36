import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileId } from "@colbin/protocol";
import { purgeFilesOf } from "#server/features/files/sweeping.service.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { webm } from "#test/recordings.ts";
import { sendFiles, upload } from "#test/uploads.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp({ environment: { FILE_TYPES_BLOCKED: ".exe,image/gif" } });
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

const rowsOf = async (sql: string, ...values: unknown[]) =>
  (await app.database.pool.query<Record<string, unknown>>(sql, values)).rows;

const file = (name: string) => ({ name, bytes: Buffer.from(name) });

/** Answers ok, or the code of the refusal. */
async function rename(person: Person, id: FileId, name: string): Promise<unknown> {
  const { status, body } = await person.send({
    method: "PATCH",
    url: `/v1/files/${id}`,
    payload: { name },
  });
  return status === 200 ? "ok" : (body as { code: unknown }).code;
}

/** A file of bob in a room of alice and him. */
async function aScene() {
  const slug = await createRoomOf(world.alice, world.bob);
  const { message, files } = await sendFiles(world.bob, slug, file("nice.txt"));
  const id = files[0]?.id as FileId;
  const params = { slug, participantId: world.bob.user.id };
  return { slug, message, id, params };
}

describe("a file that messages show", () => {
  it.each<[string, (scene: Awaited<ReturnType<typeof aScene>>) => Promise<unknown>]>([
    [
      "is out of the room",
      ({ params }) => world.alice.call("removeParticipant", { params, body: {} }),
    ],
    [
      "only reads it",
      ({ slug }) =>
        rowsOf(
          `update participants set access_level = 'READ'
            where room_id = (select id from rooms where slug = $1) and user_id = $2`,
          slug,
          world.bob.user.id,
        ),
    ],
    ["has it archived", ({ slug }) => world.alice.call("archiveRoom", { params: { slug } })],
    [
      "is not where a copy of it is",
      async ({ slug, message }) => {
        const targetSlug = await createRoomOf(world.alice, world.carol);
        const params = { slug, id: message.id };
        const body = { targetSlug, confirmed: true };
        await world.alice.call("forwardMessage", { params, body });
      },
    ],
  ])("is not renamed by an owner who %s", async (_what, end) => {
    const scene = await aScene();
    expect(await rename(world.bob, scene.id, "fine.txt")).toBe("ok");
    await end(scene);
    expect(await rename(world.bob, scene.id, "rude.txt")).toBe("ACCESS_LEVEL_TOO_LOW");
    const params = { slug: scene.slug, id: scene.message.id };
    const { files } = await world.alice.call("getMessage", { params });
    expect(files).toMatchObject([{ name: "fine.txt" }]);
  });

  it("is renamed with the right to write into threads where a thread alone shows it", async () => {
    const { slug, message, id } = await aScene();
    const { id: fileId } = await upload(world.bob, { ...file("reply.txt"), roomSlug: slug });
    const metadata = { files: [{ fileId }] };
    const body = { content: "", type: "file" as const, metadata, threadId: message.id };
    await world.bob.call("sendMessage", { params: { slug }, body });
    await rowsOf(
      `update participants set access_level = 'COMMENT'
        where room_id = (select id from rooms where slug = $1) and user_id = $2`,
      slug,
      world.bob.user.id,
    );
    expect(await rename(world.bob, fileId, "answer.txt")).toBe("ok");
    expect(await rename(world.bob, id, "rude.txt")).toBe("ACCESS_LEVEL_TOO_LOW");
  });
});

it("is not renamed to a name of a type that the operator refuses", async () => {
  const { id } = await upload(world.alice, file("setup.txt"));
  expect(await rename(world.alice, id, "setup.EXE")).toBe("FILE_TYPE_BLOCKED");
  await rowsOf("update files set media_type = 'image/gif' where id = $1", id);
  expect(await rename(world.alice, id, "other.txt")).toBe("FILE_TYPE_BLOCKED");
});

/** Ends what is over of files, as if these had been made and deleted so many days before. */
async function sweepLater(days: number, ...ids: FileId[]): Promise<void> {
  await rowsOf(
    `update files set created_at = created_at - make_interval(days => $1),
      trashed_at = trashed_at - make_interval(days => $1) where id = any ($2)`,
    days,
    ids,
  );
  await app.app.workers.find(({ kind }) => kind.name === "files.sweep")?.run({});
}

const left = (...ids: FileId[]) =>
  rowsOf(
    `select name, sha256 is not null as bytes, trashed_at is not null as trashed from files
      where id = any ($1) order by name`,
    ids,
  );

it("after its time in the trash nothing is left of a file but its name where a message shows it", async () => {
  const { bob } = world;
  const { id: unshown } = await upload(bob, file("alone.txt"));
  const { slug, message, id: shown } = await aScene();
  for (const id of [unshown, shown]) await bob.call("deleteFile", { params: { id } });
  await sweepLater(31, unshown, shown);
  expect(await left(unshown, shown)).toEqual([{ name: "nice.txt", bytes: false, trashed: true }]);
  await bob.call("deleteMessage", { params: { slug, id: message.id } });
  await sweepLater(0);
  expect(await left(shown)).toEqual([]);
});

it("a file stays while a message that is scheduled is to show it, and goes without", async () => {
  const { alice, bob } = world;
  const sessionRoomSlug = await createRoomOf(alice, bob);
  const put = async (name: string, bytes: Buffer) =>
    (await upload(alice, { name, bytes, roomSlug: sessionRoomSlug })).id;
  const [voice, listed] = [
    await put("voice.webm", webm),
    await put("listed.txt", Buffer.from("1")),
  ];
  const stray = await put("stray.txt", Buffer.from("2"));
  const sendAt = new Date(app.clock.now().getTime() + 5 * 86_400_000).toISOString();
  for (const kind of [
    { type: "voice" as const, metadata: { voice: { fileId: voice } } },
    { type: "file" as const, metadata: { files: [{ fileId: listed }] } },
  ])
    await alice.call("scheduleMessage", {
      body: {
        sessionRoomSlug,
        content: "",
        sendAt,
        clientMessageId: `temp_${randomUUID()}`,
        ...kind,
      },
    });
  await sweepLater(2, voice, listed, stray);
  expect((await left(voice, listed, stray)).map(({ trashed }) => trashed)).toEqual([
    false,
    true,
    false,
  ]);
});

it("files and uploads of an organization that is gone are purged portion by portion, and no others", async () => {
  const { id: other } = await upload(world.alice, file("other.txt"));
  const { id: gone } = await world.alice.call("createOrganization", { body: { title: "Gone" } });
  for (const insert of [
    `insert into files (id, workspace_id, owner_id, name, size, created_at, media_type, type, status)
      select gen_random_uuid(), $1, $2, 'gone', 1, now(), 'text/plain', 'document', 'expired' from generate_series(1, 5)`,
    `insert into uploads (id, workspace_id, owner_id, name, size, created_at, expires_at)
      select gen_random_uuid(), $1, $2, 'gone', 1, now(), now() from generate_series(1, 5)`,
  ])
    await rowsOf(insert, gone, world.alice.user.id);
  const counts = async () => {
    const sql = `select (select count(*)::int from files where workspace_id = $1) as files,
      (select count(*)::int from uploads where workspace_id = $1) as uploads`;
    return (await rowsOf(sql, gone))[0];
  };
  expect(await counts()).toEqual({ files: 5, uploads: 5 });
  await purgeFilesOf(app.database.kysely, gone, 2);
  expect(await counts()).toEqual({ files: 0, uploads: 0 });
  expect(await left(other)).toHaveLength(1);
});

it("is renamed, deleted and restored as often as a person may edit", async () => {
  await using narrow = await startTestApp({ environment: { EDIT_RATE: "3" } });
  const { alice } = await createWorld(narrow.app.http.app);
  const { id } = await upload(alice, file("often.txt"));
  const params = { id };
  const acts = [
    () => alice.send({ method: "PATCH", url: `/v1/files/${id}`, payload: { name: "b.txt" } }),
    () => alice.send({ method: "DELETE", url: `/v1/files/${id}` }),
    () => alice.send({ method: "POST", url: `/v1/files/${id}/restore` }),
  ];
  for (const [status, kind] of [
    [[200, 204, 200], "allowed"],
    [[429, 429, 429], "refused"],
  ] as const) {
    const answers = [];
    for (const act of acts) answers.push((await act()).status);
    expect([kind, answers]).toEqual([kind, status]);
  }
  expect(await alice.call("getFile", { params })).toMatchObject({ name: "b.txt", trashedAt: null });
});
