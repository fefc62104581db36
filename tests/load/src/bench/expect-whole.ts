import { expect } from "vitest";
import type { BenchReport } from "./report.ts";
import { toMarkdown } from "./table.ts";

export const PATIENCE = { timeout: 90_000 };

/** A run may be void because this machine is busy, never because something was lost or came twice. */
export function expectWhole(report: BenchReport, id: string): void {
  const text = toMarkdown(report);
  expect(text).toContain(`| ${id} |`);
  expect(text).not.toMatch(/[1-9]\d* lost|[1-9]\d* doubled|NaN|undefined/);
}
