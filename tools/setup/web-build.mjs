// The built web app, apps/web/dist, rebuilt when one of its sources changed.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { withSetupLock } from "./lock.mjs";
import { run } from "./process.mjs";
import { SetupError, say } from "./report.mjs";

const sources = [
  "apps/web",
  "packages/protocol",
  "packages/client",
  "package-lock.json",
  "tsconfig.base.json",
];
const notSources = new Set(["node_modules", "dist"]);

/**
 * Afterwards apps/web/dist is the build of the sources as they are.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
export async function ensureWebBuild(root, node, env) {
  if (isFresh(root)) return;
  await withSetupLock(root, async () => {
    const hash = hashOfSources(root, sources);
    if (isFresh(root, hash)) return;
    say("building the web app");
    // A build that is cut short must not pass for a whole one.
    rmSync(stampFile(root), { force: true });
    const { code, output } = await run(
      node,
      [join(root, "node_modules/vite/bin/vite.js"), "build"],
      {
        cwd: join(root, "apps/web"),
        env: { ...env, NODE_ENV: "production" },
        quiet: true,
      },
    );
    if (code !== 0)
      throw new SetupError(
        `${output.trim()}\nThe web app does not build: mend what is said above.`,
      );
    mkdirSync(dirname(stampFile(root)), { recursive: true });
    writeFileSync(stampFile(root), hash);
  });
}

/**
 * One hash of the names and contents of all files under the given paths; tests and what is built do not count.
 * @param {string} root
 * @param {readonly string[]} paths
 */
export function hashOfSources(root, paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => filesUnder(root, path))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(root, path) {
  if (statSync(join(root, path)).isFile()) return [path];
  const entries = readdirSync(join(root, path), { withFileTypes: true }).filter(
    ({ name }) => !notSources.has(name),
  );
  return entries
    .map((entry) => ({ path: `${path}/${entry.name}`, isFolder: entry.isDirectory() }))
    .filter((entry) => !/\.test\.tsx?$/.test(entry.path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap((entry) => (entry.isFolder ? filesUnder(root, entry.path) : [entry.path]));
}

/**
 * @param {string} root
 * @param {string} [hash]
 */
function isFresh(root, hash) {
  if (!existsSync(stampFile(root)) || !existsSync(join(root, "apps/web/dist/index.html")))
    return false;
  return readFileSync(stampFile(root), "utf8") === (hash ?? hashOfSources(root, sources));
}

/** @param {string} root */
function stampFile(root) {
  return join(root, "node_modules", ".colbin", "web-build");
}
