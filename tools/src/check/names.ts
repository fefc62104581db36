import { posix } from "node:path";
import type { Outcome } from "./check.ts";
import type { Repository } from "./repository.ts";

/** Names that say nothing about what is inside. */
const EMPTY_NAMES = new Set(["util", "utils", "helper", "helpers", "common", "misc"]);

/** A new folder needs a new noun: it is written here, and in ARCHITECTURE.md, when the feature begins. */
export const serverFeatures: ReadonlySet<string> = new Set([
  "access-requests",
  "activity",
  "announcements",
  "audit",
  "auth",
  "avatars",
  "bookings",
  "calendar",
  "conversations",
  "deletions",
  "digests",
  "documents",
  "drafts",
  "emoji",
  "files",
  "guests",
  "incoming-webhooks",
  "images",
  "instance",
  "integrations",
  "invitations",
  "log",
  "members",
  "messages",
  "notification-preferences",
  "notification-tests",
  "notifications",
  "organizations",
  "participants",
  "passwords",
  "people",
  "personal-events",
  "pins",
  "polls",
  "presence",
  "previews",
  "push",
  "reactions",
  "receipts",
  "reports",
  "retention",
  "room-changes",
  "room-invitations",
  "rooms",
  "saved",
  "scheduled",
  "search",
  "sidebar",
  "api-keys",
  "exports",
  "factors",
  "social",
  "subscriptions",
  "threads",
  "typing",
  "users",
  "webhooks",
  "workspaces",
]);

const webFeatures: ReadonlySet<string> = new Set([
  ...serverFeatures,
  "attachments",
  "public-document",
  "decisions",
  "quiet-hours",
  "billing",
  "dashboard",
  "browse",
  "unsubscribe",
  "legal",
  "markdown",
  "voice",
  "writing",
  "palette",
  "room-details",
  "security",
  "settings",
  "administration",
  "share",
  "sound",
]);

const ROLES = ["routes", "socket", "service", "access", "rules", "queries", "view", "jobs", "test"];

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const PASCAL = /^([A-Z][a-z0-9]*)+(\.test)?$/;
const FEATURE_FILE = new RegExp(`^[a-z0-9-]+\\.(${ROLES.join("|")})(\\.test)?\\.ts$`);

function fileNameFindings(path: string): string[] {
  const { base, name, ext } = posix.parse(path);
  const findings: string[] = [];
  if (!KEBAB.test(name) && !(ext === ".tsx" && PASCAL.test(name))) {
    findings.push(`${path} is neither kebab-case nor a component in PascalCase`);
  }
  const folder = path
    .split("/")
    .slice(0, -1)
    .find((each) => !/^\.?[a-z0-9]+(-[a-z0-9]+)*$/.test(each));
  if (folder) findings.push(`${path} is in the folder ${folder}, whose name is not kebab-case`);
  const empty = [...path.split("/").slice(0, -1), ...name.split(".")].find((word) =>
    EMPTY_NAMES.has(word),
  );
  if (empty) findings.push(`${path} is called ${empty}, which does not say what is inside`);
  if (/^index\.(ts|tsx|mjs|js)$/.test(base) && !/^packages\/[^/]+\/src\/index\.ts$/.test(path)) {
    findings.push(`${path} is an index file, and only the one door of a package may be one`);
  }
  return findings;
}

function featureFindings(path: string): string[] {
  const match = /^apps\/(server|web)\/src\/features\/(.+)$/.exec(path);
  const [app, rest] = [match?.[1], match?.[2]];
  if (!app || !rest) return [];
  const [feature = "", ...inside] = rest.split("/");
  const known = app === "server" ? serverFeatures : webFeatures;
  if (inside.length === 0) return [`${path} stands beside the features, not in one`];
  const findings: string[] = [];
  if (!known.has(feature))
    findings.push(`${path} is in a folder that is no known feature: ${feature}`);
  if (app === "server" && !FEATURE_FILE.test(posix.basename(path))) {
    findings.push(`${path} has no role of a feature file: <name>.<${ROLES.join("|")}>.ts`);
  }
  return findings;
}

function migrationFindings(repository: Repository): string[] {
  const paths = repository.paths.filter((path) => path.startsWith("apps/server/migrations/"));
  return paths.flatMap((path, index) => {
    const findings: string[] = [];
    const number = /^(\d{4})_[a-z0-9]+(_[a-z0-9]+)*\.sql$/.exec(posix.basename(path))?.[1];
    if (!number) findings.push(`${path} is not called NNNN_name.sql`);
    else if (Number(number) !== index + 1) {
      findings.push(`${path} leaves a gap or repeats a number: ${index + 1} was due`);
    }
    if (!/^-- *\S+( \S+)+/.test(repository.read(path))) {
      findings.push(`${path} does not begin with a comment that says what it does`);
    }
    return findings;
  });
}

/** Folder = feature, suffix = role, and no name that says nothing. */
export function checkNames(repository: Repository): Outcome {
  const paths = repository.paths.filter((path) => /\.(ts|tsx|mjs|js|css)$/.test(path));
  const findings = paths.flatMap((path) => [...fileNameFindings(path), ...featureFindings(path)]);
  return {
    findings: [...findings, ...migrationFindings(repository)],
    extent: `${paths.length} files`,
  };
}
