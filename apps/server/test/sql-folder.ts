import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { DatabaseLog } from "#server/platform/db/database-log.ts";
import type { Database } from "#server/platform/db/database.ts";
import { createEmptyDatabase } from "./database.ts";

/** An empty database until the end of the test. */
export async function emptyDatabase(log?: DatabaseLog): Promise<Database> {
  const database = await createEmptyDatabase(log);
  onTestFinished(database.close);
  return database;
}

/** A folder with these files until the end of the test. */
export function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "colbin-sql-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
