import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import { openBrowser, openProgram, signIn, type Client, type Person } from "#test/world.ts";

let server: SignInServer;
let phone: Person;
let laptop: Person;
let stranger: Person;

beforeAll(async () => {
  server = await openSignInServer({ ALLOW_DEV_OTP: "i-understand" });
});
afterAll(() => server.close());

let people = 0;
beforeEach(async () => {
  people += 1;
  const identifier = `person${people}@example.org`;
  phone = await signIn(openBrowser(server.app), identifier);
  server.clock.advance(60_000);
  laptop = await signIn(openProgram(server.app), identifier);
  stranger = await signIn(openProgram(server.app), `stranger${people}@example.org`);
});

const list = async (client: Client) => (await client.call("listSessions", {})).sessions;
const idOf = async (client: Client) => (await list(client))[0]?.id ?? "";

describe("the sessions of a person", () => {
  it("are theirs alone, the current one first", async () => {
    const [own, other, ...more] = await list(phone);
    expect(more).toEqual([]);
    expect([own?.isCurrent, other?.isCurrent]).toEqual([true, false]);
    expect(own?.id).toBe((await list(laptop))[1]?.id);
    const life = Date.parse(own?.expires ?? "") - Date.parse(own?.usedAt ?? "");
    expect(life).toBe(10_080 * 60_000);
    expect(JSON.stringify([own, other])).not.toContain(laptop.tokens.refresh.token);
  });

  it("have a name that their person gives and takes away", async () => {
    const params = { id: await idOf(laptop) };
    const named = await phone.call("renameSession", { params, body: { name: "  Work laptop " } });
    expect(named).toMatchObject({ name: "Work laptop", isCurrent: false });
    expect((await list(laptop))[0]?.name).toBe("Work laptop");
    await phone.call("renameSession", { params, body: { name: null } });
    expect((await list(laptop))[0]?.name).toBeNull();
    for (const name of [" ", "n".repeat(51)])
      expect(await phone.refusal("renameSession", { params, body: { name } })).toMatchObject({
        code: "VALIDATION_ERROR",
      });
  });

  it("end one by one, with their sockets and tokens", async () => {
    const params = { id: await idOf(laptop) };
    await phone.call("endSession", { params });
    expect(server.closed).toContain(params.id);
    expect(await laptop.refusal("getMe", {})).toMatchObject({
      code: "SESSION_ENDED",
      details: { reason: "sign-out elsewhere" },
    });
    const body = { refreshToken: laptop.tokens.refresh.token };
    expect(await openProgram(server.app).refusal("refreshTokens", { body })).toMatchObject({
      code: "REFRESH_TOKEN_INVALID",
    });
    expect(await list(phone)).toHaveLength(1);
    expect(await phone.refusal("endSession", { params })).toMatchObject({
      code: "SESSION_NOT_FOUND",
    });
  });

  it("end together, but for the current one", async () => {
    expect(await phone.call("endOtherSessions", {})).toEqual({ ended: 1 });
    expect(await phone.call("endOtherSessions", {})).toEqual({ ended: 0 });
    expect(await laptop.refusal("getMe", {})).toMatchObject({ code: "SESSION_ENDED" });
    expect(await list(phone)).toMatchObject([{ isCurrent: true }]);
    expect(await list(stranger)).toHaveLength(1);
  });

  it("are nobody else's to name or to end", async () => {
    const params = { id: await idOf(laptop) };
    const missing = { code: "SESSION_NOT_FOUND" };
    expect(await stranger.refusal("endSession", { params })).toMatchObject(missing);
    const body = { name: "Mine" };
    expect(await stranger.refusal("renameSession", { params, body })).toMatchObject(missing);
    expect((await list(laptop))[0]?.name).toBeNull();
  });
});
