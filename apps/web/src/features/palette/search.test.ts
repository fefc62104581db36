import { expect, test } from "vitest";
import type { Command, Provider } from "./command.ts";
import { createSearch } from "./search.ts";

const command = (title: string, id = title): Command => ({
  id,
  title,
  category: "channel",
  keywords: [],
  run: () => undefined,
});

/** A provider that answers when it is told to. */
function byHand() {
  const asked: { text: string; answer: (found: readonly Command[]) => void; fail: () => void }[] =
    [];
  const find: Provider["find"] = (text) =>
    new Promise((resolve, reject) => {
      asked.push({ text, answer: resolve, fail: () => reject(new Error("no network")) });
    });
  return { asked, provider: { category: "user", find } as const };
}

const local: Provider = { category: "channel", find: () => [command("alpha"), command("beta")] };
const titles = (search: ReturnType<typeof createSearch>) =>
  search.store.getSnapshot().groups.flatMap(({ commands }) => commands.map(({ title }) => title));
const settle = () => new Promise((resolve) => void setTimeout(resolve));

test("who is slow or fails holds nobody back", async () => {
  const [slow, failing] = [byHand(), byHand()];
  const search = createSearch([slow.provider, failing.provider, local], () => []);
  search.ask("a");
  await settle();
  expect(titles(search)).toEqual(["alpha", "beta"]);
  expect(search.store.getSnapshot()).toMatchObject({ isSearching: true, hasFailed: false });
  failing.asked[0]?.fail();
  await settle();
  expect(search.store.getSnapshot()).toMatchObject({ isSearching: true, hasFailed: true });
  slow.asked[0]?.answer([{ ...command("Ana"), category: "user" }]);
  await settle();
  expect(titles(search)).toEqual(["Ana", "alpha", "beta"]);
  expect(search.store.getSnapshot().isSearching).toBe(false);
});

test("the answer to an older query never takes the place of a newer one", async () => {
  const hand = byHand();
  const search = createSearch([hand.provider], () => []);
  for (const query of ["an", "ann"]) search.ask(query);
  hand.asked[1]?.answer([command("Anna")]);
  await settle();
  hand.asked[0]?.answer([command("Anton")]);
  await settle();
  expect(search.store.getSnapshot()).toMatchObject({ query: "ann", isSearching: false });
  expect(titles(search)).toEqual(["Anna"]);
});

test("Enter before the pause gets the first result of what is typed now", async () => {
  const search = createSearch([local], () => []);
  search.ask("al");
  expect((await search.first("alp"))?.title).toBe("alpha");
  expect(await search.first("nothing")).toBeUndefined();
});

test("a restored command is the one that its provider finds under its title, before all with its id", async () => {
  const find = () => [
    command("alpha", "other"),
    command("alpha", "same"),
    command("beta", "third"),
  ];
  const search = createSearch([{ category: "channel", find }, byHand().provider], () => []);
  const { run: _, ...stored } = command("alpha", "same");
  expect((await search.rebuild(stored))?.id).toBe("same");
  expect((await search.rebuild({ ...stored, id: "gone" }))?.id).toBe("other");
  expect(await search.rebuild({ ...stored, title: "gone", id: "gone" })).toBeUndefined();
});
