import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { default as Axe, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findCutOff } from "./overflow.ts";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Rules that judge colors, on what is there when they have changed; the others find in one theme what they find in the other. */
const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * Nothing is cut off. Every rule of axe, also those that are only good practice, and those of colors in both themes. `within` names what
 * has come since the page around it was judged.
 */
export async function expectAccessible(page: Page, place: string, within = "body"): Promise<void> {
  expect({ place, cutOff: await findCutOff(page, within) }).toEqual({ place, cutOff: [] });
  // Half a megabyte, so once for each document: giving it for each run took longer than all else.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(untilAnimationsEnd);
    const options: RunOptions = {
      resultTypes: ["violations"],
      ...(colorScheme === "dark" && { runOnly: colorRules }),
    };
    // A whole page is judged as one, too.
    const context = within === "body" ? undefined : within;
    const found = await page.evaluate(findViolations, { context, options });
    expect({ place, colorScheme, found }).toEqual({ place, colorScheme, found: [] });
  }
}

/** Runs in the page: all that end by themselves, as a sheet that comes in anew where the width has changed. */
async function untilAnimationsEnd(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Runs in the page, which has axe. */
async function findViolations(asked: {
  readonly context: string | undefined;
  readonly options: RunOptions;
}): Promise<string[]> {
  const run = (globalThis as unknown as { axe: typeof Axe }).axe;
  const { violations } = await run.run(asked.context ?? document, asked.options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}
