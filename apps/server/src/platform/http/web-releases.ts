import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "../log/log.ts";
import { findWebBuild, IMMUTABLE_FOLDER } from "./web-app.ts";

/*
 * An upgrade replaces the folder of the web app, and with it the hashed files that tabs of the release before still ask for. So
 * each start puts those of its own release aside: a folder for each build, of which the two last that ran stay.
 */

/** The folder that is being filled; no build is called so. */
const PART = ".part";

interface Places {
  /** The built web app of this release. */
  readonly webFolder: string;
  /** Made where it is missing. The folders in it are those of releases. */
  readonly keptFolder: string;
}

/**
 * Puts the hashed files of this release aside and answers with the folder of the release before it, undefined where there is none;
 * those of older releases are deleted. Never rejects: where the files cannot be kept, the log says so and the server serves its own.
 */
export async function keepRelease(places: Places, log: Logger): Promise<string | undefined> {
  const build = findWebBuild(places.webFolder);
  if (build === undefined) return undefined;
  try {
    return await keep(build, places);
  } catch (error) {
    log.warn({ err: error }, "The files of the web app are not kept for tabs of this release");
    return undefined;
  }
}

async function keep(build: string, { webFolder, keptFolder }: Places): Promise<string | undefined> {
  await mkdir(keptFolder, { recursive: true });
  const part = join(keptFolder, PART);
  await rm(part, { recursive: true, force: true });
  const own = join(keptFolder, build);
  const others = await listByRun(keptFolder, build);
  if (!existsSync(own)) {
    // A copy that broke off does not pass for a release.
    await cp(join(webFolder, IMMUTABLE_FOLDER), join(part, IMMUTABLE_FOLDER), { recursive: true });
    await rename(part, own);
  }
  await utimes(own, new Date(), new Date());
  const [before, ...older] = others;
  await Promise.all(older.map((folder) => rm(folder, { recursive: true })));
  return before;
}

/** The folders of the other releases, the one that ran last first, also where an older release was gone back to. */
async function listByRun(keptFolder: string, build: string): Promise<string[]> {
  const entries = await readdir(keptFolder, { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory() && entry.name !== build)
    .map(({ name }) => join(keptFolder, name));
  const ranAt = new Map(
    await Promise.all(folders.map(async (each) => [each, (await stat(each)).mtimeMs] as const)),
  );
  return folders.toSorted((one, other) => (ranAt.get(other) ?? 0) - (ranAt.get(one) ?? 0));
}
