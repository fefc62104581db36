import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findCutOff } from "./overflow.ts";

/** Rules that judge colors, on what is there when they have changed; the others find in one theme what they find in the other. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Nothing is cut off. Every rule of axe, also those that are only good practice, and those of colors in both themes. */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  expect({ place, cutOff: await findCutOff(page) }).toEqual({ place, cutOff: [] });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(untilTransitionsEnd);
    const axe = new AxeBuilder({ page })
      .options({ resultTypes: ["violations"] })
      // What is gained without it is frames of other origins, which we have none of; it opens a page for each run.
      .setLegacyMode();
    if (colorScheme === "dark") axe.withRules(colorRules);
    const { violations } = await axe.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary ?? ""}`,
      ),
    );
    expect({ place, colorScheme, found }).toEqual({ place, colorScheme, found: [] });
  }
}

/** Runs in the page. */
async function untilTransitionsEnd(): Promise<void> {
  const transitions = document
    .getAnimations()
    .filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map((transition) => transition.finished));
}
