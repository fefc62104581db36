/*
 * Runs in the page, from its start on: how long it takes from the key or the click, as the browser stamped it, to the end of the
 * frame in which its effect stands. A task of the highest priority that a frame's callback asks for is taken after that frame was
 * laid out and handed on, before whatever else waits. A key's effect stands in the next frame, so the browser's own Event
 * Timing knows when it was shown.
 */

export interface Effect {
  readonly ms: number;
  /** Rows move under the pointer: a click that met the open room, or one that was never open, is no figure. */
  readonly counts: boolean;
}

interface Probe {
  /** Milliseconds, one of each key that wrote into the composer. */
  readonly keys: number[];
  /** The same as Event Timing has it; it leaves out what took less than 16 ms. */
  readonly timedKeys: number[];
  /** From the start of the navigation, until rows of the list and messages are in sight. */
  readonly painted: Promise<number>;
  /** The effect of the next click, or of the next Enter. */
  armed: Promise<Effect> | undefined;
  /** Of the next click on a room in the list: until messages of that room are in sight. */
  armSwitch(): void;
  /** The lists of the last two rooms, each as it was when it was first seen: elements that no program draws. */
  readonly lists: readonly Node[];
  armWith(type: "click" | "keydown", begin: (event: Event) => Promise<Effect>): void;
  /** Resolves after the first frame in which this is so, with the milliseconds until then. */
  whenDrawn(since: number, isDrawn: () => boolean): Promise<number>;
  /** Of the next key, which is Enter: until a message with this text is in sight. */
  armSend(text: string): void;
}

export type ProbedWindow = Window & { probe: Probe };

interface Scheduler {
  postTask(act: () => void, options: { readonly priority: "user-blocking" }): Promise<void>;
}

export function installProbe(): void {
  const { scheduler } = window as unknown as { scheduler: Scheduler };
  const seen = new Set<string>();
  const lists: Node[] = [];

  function afterFrame(act: () => void): void {
    requestAnimationFrame(() => {
      void scheduler.postTask(act, { priority: "user-blocking" });
    });
  }

  /** Resolves after the first frame in which this is so. */
  function whenDrawn(since: number, isDrawn: () => boolean): Promise<number> {
    return new Promise((resolve) => {
      const look = (): void =>
        afterFrame(() => (isDrawn() ? resolve(performance.now() - since) : look()));
      look();
    });
  }

  function findLog(): HTMLElement | null {
    return document.querySelector<HTMLElement>('[role="log"]');
  }

  function isInSight(article: Element | undefined, log: HTMLElement): boolean {
    if (!article?.checkVisibility({ visibilityProperty: true })) return false;
    const { top, bottom } = article.getBoundingClientRect();
    const view = log.getBoundingClientRect();
    return top < view.bottom && bottom > view.top && bottom <= view.bottom + 1;
  }

  function showsRoom(name?: string): boolean {
    const log = findLog();
    if (!log || !document.querySelector('nav li a[href^="/chat/"]')) return false;
    if (name && log.getAttribute("aria-label") !== `Messages in ${name}`) return false;
    // It opens where the unread begin, which need not be the end.
    return [...log.querySelectorAll("article")].some((each) => isInSight(each, log));
  }

  function showsText(text: string): boolean {
    const log = findLog();
    if (!log) return false;
    const articles = [...log.querySelectorAll("article")];
    return isInSight(
      articles.findLast((each) => each.textContent.includes(text)),
      log,
    );
  }

  function armWith(type: "click" | "keydown", begin: (event: Event) => Promise<Effect>): void {
    probe.armed = new Promise((resolve) => {
      addEventListener(type, (event) => resolve(begin(event)), { capture: true, once: true });
      // A row that moves while it is pressed gets no click.
      const miss = (): void => void setTimeout(() => resolve({ ms: 0, counts: false }));
      if (type === "click") addEventListener("pointerup", miss, { capture: true, once: true });
    });
  }

  const probe: Probe = {
    keys: [],
    timedKeys: [],
    painted: whenDrawn(0, () => showsRoom()),
    armed: undefined,
    lists,
    armWith,
    whenDrawn,
    armSwitch: () =>
      armWith("click", async (event) => {
        const link = (event.target as Element).closest("nav li a");
        const name = link?.querySelector("span")?.textContent;
        if (!name || link?.ariaCurrent === "page") return { ms: 0, counts: false };
        const counts = seen.has(name);
        const ms = await whenDrawn(event.timeStamp, () => showsRoom(name));
        seen.add(name);
        lists.push(...[findLog()?.cloneNode(true)].filter((list) => list !== undefined));
        lists.splice(0, lists.length - 2);
        return { ms, counts };
      }),
    armSend: (text) =>
      armWith("keydown", async (event) => ({
        ms: await whenDrawn(event.timeStamp, () => showsText(text)),
        counts: true,
      })),
  };
  Object.assign(window, { probe });
}

/** The same for keys, behind the probe. */
export function installKeys(): void {
  const { probe } = window as unknown as ProbedWindow;
  addEventListener(
    "keydown",
    (event) => {
      if (event.key.length !== 1) return;
      void probe.whenDrawn(event.timeStamp, () => true).then((ms) => probe.keys.push(ms));
    },
    true,
  );
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === "keydown") probe.timedKeys.push(duration);
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}
