import type { AccessRequest, Document, Notification } from "@colbin/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "#test/harness.ts";
import { startTogether } from "#test/organizations.ts";
import { toRequest, verdictOf, type Person } from "#test/world.ts";

/* Asking for a level on a document. Requests about rooms: features/participants/requests.test.ts. */

let app: TestApp;
let olga: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  ({
    app,
    people: [olga, bob, carol],
  } = await startTogether(["Olga", "Bob", "Carol"]));
});
afterAll(() => app.close());

const paramsOf = ({ id }: Pick<Document, "id">) => ({ params: { id } });
const create = () => olga.call("createDocument", { body: { title: "Plan" } });
const ask = (person: Person, id: string, level: "READ" | "WRITE" = "READ") =>
  person.send(toRequest("askForDocument", { params: { id }, body: { level, message: "Please" } }));
const queueOf = async (document: Document): Promise<readonly AccessRequest[]> =>
  (await olga.call("listDocumentRequests", { ...paramsOf(document), query: {} })).results;
const answer = async (
  person: Person,
  verb: "approve" | "reject" | "cancel",
  id: string,
): Promise<string> => {
  return verdictOf(person, `${verb}AccessRequest`, { params: { id }, body: {} });
};
const change = (id: string, what: string) =>
  app.database.pool.query(`update access_requests set ${what} where id = $1`, [id]);
const feedOf = async (person: Person, type: Notification["type"]) =>
  (await person.call("listNotifications", { query: {} })).results.filter(
    (each) => each.type === type,
  );
async function requestOf(document: Document, level?: "READ" | "WRITE"): Promise<string> {
  await ask(bob, document.id, level);
  const [request] = await queueOf(document);
  if (!request) throw new Error("Nothing was asked");
  return request.id;
}

test("the answer is the same whether there is a document or not", async () => {
  const document = await create();
  const answers = [
    await ask(bob, document.id),
    await ask(bob, "01930000-0000-7000-8000-000000000000"),
    await ask(bob, document.id),
    await ask(olga, document.id),
  ];
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    answers.map(() => [204, undefined]),
  );
  expect(await queueOf(document)).toMatchObject([
    {
      document: { id: document.id, title: "Plan" },
      sessionRoomSlug: null,
      type: "UPGRADE_ACCESS",
      accessLevel: "READ",
      message: "Please",
      user: { fullName: "Bob" },
    },
  ]);
});

test("those who lead it are told, and approving gives the level", async () => {
  const document = await create();
  const id = await requestOf(document, "WRITE");
  await expect
    .poll(() => feedOf(olga, "ACCESS_REQUEST"))
    .toContainEqual(
      expect.objectContaining({
        url: `/documents/${document.id}`,
        facts: expect.objectContaining({ requestId: id }) as unknown,
      }),
    );
  expect(await feedOf(carol, "ACCESS_REQUEST")).toEqual([]);
  for (const person of [bob, carol])
    expect(await answer(person, "approve", id)).toBe("ACCESS_REQUEST_NOT_FOUND");
  expect(await answer(olga, "approve", id)).toBe("ok");
  expect((await bob.call("getDocument", paramsOf(document))).level).toBe("WRITE");
  expect(await answer(olga, "reject", id)).toBe("ACCESS_REQUEST_CLOSED");
  expect(await queueOf(document)).toEqual([]);
  const isOfThis = ({ facts }: Notification) => "requestId" in facts && facts.requestId === id;
  await expect
    .poll(async () => (await feedOf(bob, "ACCESS_REQUEST_APPROVED")).filter(isOfThis).length)
    .toBe(1);
  expect((await feedOf(olga, "ACCESS_REQUEST")).filter(isOfThis)).toEqual([]);
});

test("a refusal tells no title to somebody who cannot open it, and holds for a day", async () => {
  const document = await create();
  const id = await requestOf(document);
  expect(await answer(olga, "reject", id)).toBe("ok");
  await expect
    .poll(() => feedOf(bob, "ACCESS_REQUEST_REJECTED"))
    .toMatchObject([{ url: null, facts: { title: "" } }]);
  await ask(bob, document.id);
  expect(await queueOf(document)).toEqual([]);
  await change(id, "closed_at = closed_at - interval '1 day'");
  await ask(bob, document.id);
  expect(await queueOf(document)).toHaveLength(1);
});

test("what somebody asks they take back, or it runs out after 14 days", async () => {
  const document = await create();
  const id = await requestOf(document);
  expect(await answer(carol, "cancel", id)).toBe("ACCESS_REQUEST_NOT_FOUND");
  expect(await answer(bob, "cancel", id)).toBe("ok");
  const next = await requestOf(document);
  await change(next, "expires_at = created_at");
  expect(await queueOf(document)).toEqual([]);
  expect(await answer(olga, "approve", next)).toBe("ACCESS_REQUEST_CLOSED");
  await app.app.workers.find(({ kind }) => kind.name === "participants.expire")?.run({});
  const { rows } = await app.database.pool.query(
    "select status, message from access_requests where id = $1",
    [next],
  );
  expect(rows).toEqual([{ status: "EXPIRED", message: null }]);
});
