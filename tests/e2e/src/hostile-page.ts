import { ApiError } from "@colbin/client";
import type { Stories } from "./browser.ts";
import { log, newColleague, newRoomSlug } from "./people.ts";
import { newSession } from "./sessions.ts";

/** A page that shows what somebody else writes, and tells how long each text kept it from everything else, where that is timed. */
export interface HostilePage {
  readonly enterRoom: () => Promise<void>;
  /** How many of both the server took. */
  readonly rename: (name: string, title: string) => Promise<number>;
  /** The longest time between two turns of the page until these texts were painted, one after the other; 0 where it is not timed. */
  readonly draw: (...texts: readonly string[]) => Promise<number>;
  /** How many texts the server took. */
  readonly drawn: () => number;
  /** Everything in the page that no text may make. */
  readonly findForeign: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

/** Somebody who writes may make so many rooms a day. */
const ROOMS_OF_ONE = 15;

export async function openHostilePage(stories: Stories, isTimed: boolean): Promise<HostilePage> {
  const as = await newSession("Alice");
  const page = await stories.openTab({ as, mayBeRefused: ["any 404"] });
  // It keeps a core busy.
  if (isTimed) await page.addInitScript(measureTurns);
  await page.route("**/v1/images?*", (route) => route.fulfill({ status: 404 }));
  let [slug, drawn, rooms] = ["", 0, 0];
  let writer = await newColleague("Bob");
  const isTaken = async (call: Promise<unknown>): Promise<boolean> => {
    try {
      await call;
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) return false;
      throw error;
    }
  };
  const send = (content: string) =>
    writer.call("sendMessage", { params: { slug }, body: { content } });
  return {
    async enterRoom() {
      slug = newRoomSlug("hostile");
      rooms += 1;
      if (rooms % ROOMS_OF_ONE === 0) writer = await newColleague("Bob");
      await writer.rooms.join(slug);
      await page.goto(`/chat/${slug}`);
      await send("**warm** `up` :tada: $$a$$ ![a](https://a.example/b)\n```ts\nlet a\n```");
      await log(page).locator("math").waitFor();
      await page.evaluate(readLongestTurn);
    },
    async rename(fullName, title) {
      const taken = [
        await isTaken(writer.users.update({ fullName })),
        await isTaken(writer.call("updateRoom", { params: { slug }, body: { title } })),
      ];
      return taken.filter(Boolean).length;
    },
    async draw(...texts) {
      const before = drawn;
      for (const text of texts) if (await isTaken(send(text))) drawn += 1;
      return drawn === before ? 0 : page.evaluate(readLongestTurn);
    },
    drawn: () => drawn,
    findForeign: () => page.evaluate(findForeign),
    // A single sign as wide as the page, which nothing can break, is not judged.
    close: () => page.close(),
  };
}

/** Runs in the page, from its start on: a message to itself is a turn of its own, and waits for no clock. */
function measureTurns(): void {
  const channel = new MessageChannel();
  const turns = { longestMs: 0, last: performance.now() };
  channel.port1.addEventListener("message", () => {
    const now = performance.now();
    turns.longestMs = Math.max(turns.longestMs, now - turns.last);
    turns.last = now;
    channel.port2.postMessage(null);
  });
  channel.port1.start();
  channel.port2.postMessage(null);
  Object.assign(window, { turns });
}

/** Runs in the page: the longest turn since this was asked last, once a newer message was painted than then. */
async function readLongestTurn(): Promise<number> {
  const page = window as unknown as { turns?: { longestMs: number }; newest?: Element | undefined };
  const until = performance.now() + 2000;
  const newest = () => [...document.querySelectorAll("[role=log] article")].at(-1);
  while (newest() === page.newest && performance.now() < until)
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  page.newest = newest();
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
  const longestMs = page.turns?.longestMs ?? 0;
  if (page.turns) page.turns.longestMs = 0;
  return longestMs;
}

/** Runs in the page. */
function findForeign(): string[] {
  const known = new Set(
    "a article b bdi blockquote br button code del div em figure h2 hr i img input li ol p path pre rect circle line polyline span strong svg table tbody td th thead time tr ul math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none menclose".split(
      " ",
    ),
  );
  const found = [...document.querySelectorAll("[role=log] *")].flatMap((element) => {
    const { localName, attributes } = element;
    const wrong = [...attributes].filter(({ name, value }) => {
      if (name === "href") return !/^(?:https?:|mailto:|\/chat\/|\/[a-z]+\/?)/.test(value);
      if (name === "src") return !value.startsWith("/v1/");
      return name.startsWith("on") || (name === "style" && /url\(|position|fixed/i.test(value));
    });
    const isKnown = known.has(localName) ? [] : [localName];
    return [...isKnown, ...wrong.map(({ name, value }) => `${localName} ${name}=${value}`)];
  });
  if ("hacked" in window) found.push("a script has run");
  if (document.querySelector("iframe, object, embed, base, form[action]"))
    found.push("a frame or form");
  return [...new Set(found)];
}
