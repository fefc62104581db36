import { afterAll, beforeAll, expect, it } from "vitest";
import type { FileVariant } from "@colbin/protocol";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { flatPng, moving, pdf, plain } from "#test/images.ts";
import { sendFiles, upload } from "#test/uploads.ts";
import { createRoomOf, createWorld, type Person, type World } from "#test/world.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
});
afterAll(() => app.close());

function contentOf(person: Person, id: string, variant?: FileVariant) {
  return app.app.http.app.inject({
    url: `/v1/files/${id}/content`,
    query: variant === undefined ? {} : { variant },
    headers: { authorization: `Bearer ${person.accessToken}` },
  });
}

it("an image is sent with its size and what is shown of it, and itself is only saved", async () => {
  const slug = await createRoomOf(world.alice, world.bob);
  await app.database.pool.query("update rooms set access_type = 'PRIVATE' where slug = $1", [slug]);
  const bytes = await plain(1500, 1000).withMetadata({ orientation: 8 }).jpeg().toBuffer();
  const { message, files } = await sendFiles(world.alice, slug, { name: "photo.jpg", bytes });
  const id = files[0]?.id ?? "";
  expect(message.files).toMatchObject([
    { width: 1000, height: 1500, mediaType: "image/jpeg", variants: ["preview1280", "thumb256"] },
  ]);
  expect(message.files?.[0]?.blur).toMatch(/^data:image\/webp;base64,/);
  const original = await contentOf(world.bob, id);
  expect(original.rawPayload).toEqual(bytes);
  expect(original.headers["content-disposition"]).toBe("attachment; filename=photo.jpg");
  for (const variant of ["thumb256", "preview1280"] as const) {
    const { headers, rawPayload } = await contentOf(world.bob, id, variant);
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": "inline; filename=photo.webp",
    });
    expect(rawPayload.toString("latin1", 8, 12)).toBe("WEBP");
    expect((await contentOf(world.mallory, id, variant)).statusCode).toBe(404);
  }
});

it("a PDF shows its first page, and itself is only saved", async () => {
  const file = { name: "slides.pdf", bytes: pdf(300, 200) };
  const { id, mediaType, variants } = await upload(world.alice, file);
  expect({ mediaType, variants }).toEqual({
    mediaType: "application/pdf",
    variants: ["pdfPage", "thumb256"],
  });
  const page = await contentOf(world.alice, id, "pdfPage");
  expect(page.headers["content-disposition"]).toBe("inline; filename=slides.webp");
  const { headers } = await contentOf(world.alice, id);
  expect(headers["content-disposition"]).toBe("attachment; filename=slides.pdf");
});

it("an image that moves has one that moves, and the same bytes are made anew once", async () => {
  const bytes = await (await moving(3, 90, 60)).gif().toBuffer();
  const one = await upload(world.alice, { name: "wave.gif", bytes });
  expect(one).toMatchObject({ width: 90, variants: ["motion640", "preview1280", "thumb256"] });
  const age = async () => {
    const { rows } = await app.database.pool.query<{ xmin: string }>(
      "select xmin::text from file_variants order by variant, sha256",
    );
    return rows;
  };
  const before = await age();
  const two = await upload(world.bob, { name: "again.gif", bytes });
  const { width, height, blur, variants } = one;
  expect(two).toMatchObject({ width, height, blur, variants });
  expect(await age()).toEqual(before);
});

it("what a process that ended has not made is made when the call is repeated", async () => {
  const bytes = await plain(31, 17).png().toBuffer();
  const file = await upload(world.alice, { name: "a.png", bytes });
  await app.database.pool.query("delete from file_variants");
  await app.database.pool.query("update files set width = null, height = null, blur = null");
  const again = await world.alice.call("completeUpload", { params: { id: file.id } });
  expect(again).toEqual(file);
});

it.each<[string, () => Buffer | Promise<Buffer>]>([
  ["is too large inside", () => flatPng(16_000, 16_000)],
  ["is cut off", async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 2_000)],
])("an image that %s stays a file to be saved", async (_why, write) => {
  const file = await upload(world.alice, { name: "image.png", bytes: await write() });
  expect(file).toMatchObject({ type: "image", variants: [] });
  expect(file).not.toHaveProperty("width");
  const { statusCode, headers } = await contentOf(world.alice, file.id);
  expect([statusCode, headers["content-disposition"]]).toEqual([
    200,
    "attachment; filename=image.png",
  ]);
  expect((await contentOf(world.alice, file.id, "preview1280")).statusCode).toBe(404);
});
