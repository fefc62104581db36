import type { Effect, ProbedWindow } from "./web-probe.ts";
import { readEffect, type Reader } from "./web-reader.ts";

/*
 * W0, the floor of the machine: what the browser itself takes to show another list of messages, with the rows that the app drew in
 * its first frame, as ready elements that no program draws.
 */

/** A click swaps the lists of the last two rooms; to be called once two were seen. */
export async function swapLists({ page }: Reader): Promise<Effect> {
  const { x, y } = await page.evaluate(armSwap);
  await page.mouse.click(x, y);
  return readEffect(page);
}

/** Runs in the page: lays the one list over the page, where the app shows its own, and answers where to click. */
async function armSwap(): Promise<{ x: number; y: number }> {
  const { probe } = window as unknown as ProbedWindow;
  const [before, after] = probe.lists;
  const log = document.querySelector('[role="log"]');
  if (!before || !after || !log) throw new Error("No two rooms were seen");
  const { left, top, width, height } = log.getBoundingClientRect();
  const cover = document.createElement("div");
  cover.style.cssText = `position:fixed;z-index:9;display:flex;flex-direction:column;background:Canvas;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  cover.append(before);
  // The composer keeps the focus.
  cover.addEventListener("mousedown", (event) => event.preventDefault());
  document.body.append(cover);
  await probe.whenDrawn(0, () => true);
  probe.armWith("click", async (event) => {
    cover.replaceChildren(after);
    const ms = await probe.whenDrawn(event.timeStamp, () => true);
    cover.remove();
    return { ms, counts: true };
  });
  return { x: left + width / 2, y: top + height / 2 };
}
