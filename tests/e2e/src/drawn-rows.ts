import type { Page } from "playwright-core";

/**
 * Which rows of the sidebar React draws, by their addresses. It tells its developer tools of every commit, in what is built
 * for production as well, and this stands in their place. To be called before the page is opened.
 */
export async function watchDrawnRows(page: Page): Promise<{ take: () => Promise<string[]> }> {
  await page.addInitScript(installWatch);
  return {
    take: () =>
      page.evaluate(() => {
        const drawn = [...(window as unknown as WatchedWindow).drawnRows];
        (window as unknown as WatchedWindow).drawnRows.clear();
        return drawn;
      }),
  };
}

interface WatchedWindow {
  drawnRows: Set<string>;
  __REACT_DEVTOOLS_GLOBAL_HOOK__: unknown;
}

interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly stateNode: unknown;
}

/** Runs in the page. */
function installWatch(): void {
  /** Set by React on a component that was called in a commit (its PerformedWork). */
  const wasCalled = 1;
  const watched = window as unknown as WatchedWindow;
  watched.drawnRows = new Set();
  let before = new Map<string, readonly Fiber[]>();

  /** The components between the item of the list and its link. */
  function rowsOf(root: Fiber): Map<string, readonly Fiber[]> {
    const rows = new Map<string, readonly Fiber[]>();
    const visit = (fiber: Fiber | null, around: readonly Fiber[] | undefined): void => {
      for (let each = fiber; each; each = each.sibling) {
        const isLink = each.type === "a" && around !== undefined;
        if (isLink) rows.set((each.stateNode as HTMLAnchorElement).pathname, around);
        else if (each.type === "li") visit(each.child, []);
        else
          visit(each.child, typeof each.type === "string" ? around : around && [...around, each]);
      }
    };
    visit(root, undefined);
    return rows;
  }

  watched.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount() {},
    onCommitFiberRoot(_renderer: number, { current }: { current: Fiber }) {
      const rows = rowsOf(current);
      for (const [path, components] of rows) {
        const known = before.get(path);
        // Where nothing was done React keeps the very object, and what it did to it in an earlier commit.
        if (components.some((each, at) => each !== known?.[at] && (each.flags & wasCalled) !== 0))
          watched.drawnRows.add(path);
      }
      before = rows;
    },
  };
}
