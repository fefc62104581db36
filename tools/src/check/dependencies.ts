import type { Outcome } from "./check.ts";
import type { Repository } from "./repository.ts";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

const PERMISSIVE = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Unlicense",
]);

/** Licences that ask for more, for the packages that were looked at, and why that is all right. */
const EXCEPTIONS: readonly { licence: string; package: RegExp; reason: string }[] = [
  {
    licence: "LGPL-3.0-or-later",
    package: /^@img\/sharp-(?:libvips-|win32-|wasm32$)/,
    reason: "libvips is linked dynamically, or stands in a package of its own, and can be replaced",
  },
  {
    licence: "CC-BY-SA-4.0",
    package: /^commonmark-spec$/,
    reason: "the examples are read by a test, and nothing of them is shipped",
  },
];

/** Packages of tests that name their licence, MIT, in their own files alone. */
const MIT_BY_FILE = /^(?:busboy|dicer|humanize-number|only|streamsearch)$/;

/** MPL-2.0 asks to publish changes to its own files; what only builds and tests ships none of them. */
const BUILD_AND_TEST = new Set(["MPL-2.0"]);

function isAllowed(name: string, expression: string, isDev: boolean): boolean {
  const inner = expression.replace(/^\((.*)\)$/, "$1");
  if (inner.includes(" OR "))
    return inner.split(" OR ").some((each) => isAllowed(name, each, isDev));
  if (inner.includes(" AND "))
    return inner.split(" AND ").every((each) => isAllowed(name, each, isDev));
  if (PERMISSIVE.has(inner) || (isDev && BUILD_AND_TEST.has(inner))) return true;
  return EXCEPTIONS.some((each) => each.licence === inner && each.package.test(name));
}

function pinFindings({ paths, read }: Repository): string[] {
  const manifests = paths.filter((path) => /(^|\/)package\.json$/.test(path));
  return manifests.flatMap((path) => {
    const manifest = JSON.parse(read(path)) as Manifest;
    const all = {
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    };
    const loose = Object.entries(all).filter(([, version]) => !EXACT.test(version));
    return loose.map(([name, version]) => `${path} does not pin ${name} exactly: ${version}`);
  });
}

function licenceFindings({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, { license, dev, link }]) => {
    const name = /(?:^|.*\/)node_modules\/(.+)$/.exec(path)?.[1];
    if (!name || link) return [];
    if (!license && dev && MIT_BY_FILE.test(name)) return [];
    if (!license) return [`package-lock.json ${name} states no licence`];
    return isAllowed(name, license, dev === true)
      ? []
      : [
          `package-lock.json ${name} is under ${license}, which is not on the list of tools/src/check/dependencies.ts`,
        ];
  });
}

/** Every dependency is one exact version, under a licence that a self-hosted Apache-2.0 product may pass on. */
export function checkDependencies(repository: Repository): Outcome {
  const lockfile = JSON.parse(repository.read("package-lock.json")) as Lockfile;
  const installed = Object.keys(lockfile.packages).filter((path) => path.includes("node_modules/"));
  return {
    findings: [...pinFindings(repository), ...licenceFindings(lockfile)],
    extent: `${installed.length} packages`,
  };
}
