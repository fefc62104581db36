import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { File } from "@colbin/protocol";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { hostileFiles } from "#test/hostile-files.ts";
import { plain } from "#test/images.ts";
import { upload } from "#test/uploads.ts";
import { createWorld, type Person } from "#test/world.ts";

/*
 * Files that mean harm: whatever they hold and are called, nothing active is shown, the server goes on, and no file is beside the
 * store. HOSTILE_FILES=500 is the long form, HOSTILE_SEED repeats a run.
 */

const COUNT = Number(process.env["HOSTILE_FILES"] ?? 40);
const SEED = Number(process.env["HOSTILE_SEED"] ?? Date.now() % 1_000_000);
/** A browser runs nothing of these where the type is not guessed. */
const INERT = /^(?:text\/plain; charset=utf-8|(?:audio|video)\/[\w.+-]+)$/;
const STORED =
  /^(?:uploads|blobs|blobs\/[0-9a-f]{2}|blobs\/[0-9a-f]{2}\/[0-9a-f]{2}(?:\/[0-9a-f]{64}(?:\.\w+)?)?)$/;

it(
  `${COUNT} hostile files of the seed ${SEED} do no harm`,
  { timeout: 60_000 + COUNT * 2_000 },
  async () => {
    const parent = await mkdtemp(join(tmpdir(), "colbin-hostile-"));
    onTestFinished(() => rm(parent, { recursive: true }));
    await using app = await startTestApp({
      environment: { UPLOAD_GB_DAY: "100" },
      filesFolder: join(parent, "files"),
    });
    const { alice } = await createWorld(app.app.http.app);
    for await (const { kind, name, bytes } of hostileFiles(SEED, COUNT)) {
      const file = await upload(alice, { name, bytes });
      expect({ kind, name, ...(await findHarm(app, alice, file)) }).toEqual({ kind, name });
    }
    const good = await upload(alice, {
      name: "good.png",
      bytes: await plain(9, 9).png().toBuffer(),
    });
    expect(good.variants).toEqual(["preview1280", "thumb256"]);
    expect(await readdir(parent)).toEqual(["files"]);
    const stored = await readdir(join(parent, "files"), { recursive: true });
    expect(stored.filter((path) => !STORED.test(path))).toEqual([]);
  },
);

/** Nothing, where the file does none. */
async function findHarm(app: TestApp, { accessToken }: Person, file: File): Promise<object> {
  const harm: Record<string, unknown> = {};
  if (!isHarmless(file.name)) harm["name"] = file.name;
  for (const variant of [undefined, ...file.variants]) {
    const { statusCode, headers, rawPayload } = await app.app.http.app.inject({
      url: `/v1/files/${file.id}/content`,
      query: variant === undefined ? {} : { variant },
      headers: { authorization: `Bearer ${accessToken}` },
    });
    const type = String(headers["content-type"]);
    const isInline = String(headers["content-disposition"]).startsWith("inline");
    const isOurs = variant !== undefined && type === "image/webp" && !rawPayload.includes("alert(");
    const isSandboxed =
      headers["x-content-type-options"] === "nosniff" &&
      headers["content-security-policy"] ===
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";
    if (statusCode !== 200 || !isSandboxed || (isInline && !isOurs && !INERT.test(type)))
      harm[variant ?? "content"] = { statusCode, headers };
  }
  return harm;
}

function isHarmless(name: string): boolean {
  const isLong = Buffer.byteLength(name) > 255;
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|^\.*$/i.test(name);
  return (
    !isLong && !isReserved && !/[/\\\p{Cc}\u200B-\u200F\u202A-\u202E\u2066-\u2069]/u.test(name)
  );
}
