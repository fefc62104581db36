import { defaultPreferences } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import { createWorld, openBrowser, openProgram, signIn, type World } from "#test/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let server: SignInServer;
let world: World;
beforeAll(async () => {
  server = await openSignInServer({ ACCESS_TOKEN_S: "86400" });
  world = await createWorld(server.app);
});
afterAll(() => server.close());

let people = 0;
function newPerson() {
  people += 1;
  return signIn(openBrowser(server.app), `person${people}@example.org`);
}

describe("the signed-in person", () => {
  test("sees all of themselves", async () => {
    const { id, sessionId } = world.bob.user;
    expect(await world.bob.call("getMe", {})).toEqual({
      id,
      customStatus: null,
      sessionUserId: id,
      sessionId,
      fullName: "Bob",
      username: "bob",
      email: "bob@example.org",
      phone: null,
      bio: null,
      company: null,
      location: null,
      avatar_url: null,
      login: null,
      role: "USER",
      accountType: "PERSONAL",
      isEmailVerified: true,
      isPhoneNumberVerified: false,
      isBlocked: false,
      preferences: defaultPreferences,
    });
  });

  test("is nobody without a sign-in", async () => {
    const stranger = openProgram(server.app);
    expect((await stranger.refusal("getMe", {})).code).toBe("UNAUTHORIZED");
    expect((await stranger.refusal("updateMe", { body: {} })).code).toBe("UNAUTHORIZED");
  });

  test("changes only what is sent, and clears with null or an empty text", async () => {
    const person = await newPerson();
    const first = await person.call("updateMe", {
      body: {
        fullName: "  Dora\u202E\u061C D\u0301 ",
        bio: "Hello",
        company: "Acme",
        location: "Bonn",
      },
    });
    expect(first).toMatchObject({ fullName: "Dora D\u0301".normalize("NFC"), bio: "Hello" });
    const second = await person.call("updateMe", { body: { bio: null, company: "" } });
    expect(second).toMatchObject({ bio: null, company: null, location: "Bonn" });
    expect(await person.call("getMe", {})).toEqual(second);
  });

  test("keeps preferences that were not sent, over the defaults", async () => {
    const person = await newPerson();
    await person.call("updateMe", { body: { preferences: { theme: "dark" } } });
    const body = { preferences: { sound: false, timezone: "Europe/Berlin" } };
    const { preferences } = await person.call("updateMe", { body });
    expect(preferences).toEqual({
      ...defaultPreferences,
      theme: "dark",
      sound: false,
      timezone: "Europe/Berlin",
    });
    const { rows } = await server.pool.query("select preferences from users where id = $1", [
      person.user.id,
    ]);
    expect(rows[0]).toEqual({
      preferences: { theme: "dark", sound: false, timezone: "Europe/Berlin" },
    });
  });

  test("two changes at once both stay", async () => {
    const person = await newPerson();
    await Promise.all([
      person.call("updateMe", { body: { bio: "Hello" } }),
      person.call("updateMe", { body: { preferences: { desktop: false } } }),
      person.call("updateMe", { body: { preferences: { mobile: false } } }),
    ]);
    expect(await person.call("getMe", {})).toMatchObject({
      bio: "Hello",
      preferences: { desktop: false, mobile: false },
    });
  });

  test.each([
    [{ role: "OWNER" }, "role", "unknownField"],
    [{ isBlocked: false }, "isBlocked", "unknownField"],
    [{ isEmailVerified: true }, "isEmailVerified", "unknownField"],
    [{ accountType: "BUSINESS" }, "accountType", "unknownField"],
    [{ email: "mallory@example.org" }, "email", "unknownField"],
    [{ fullName: "" }, "fullName", "tooShort"],
    [{ fullName: "a".repeat(81) }, "fullName", "tooLong"],
    [{ fullName: "\u{1F600}".repeat(81) }, "fullName", "tooLong"],
    [{ fullName: "\u200B" }, "fullName", "tooShort"],
    [{ fullName: "\u3164\u061C" }, "fullName", "tooShort"],
    [{ fullName: "\u2800" }, "fullName", "tooShort"],
    [{ fullName: null }, "fullName", "type"],
    [{ bio: "a".repeat(501) }, "bio", "tooLong"],
    [{ username: "1bob" }, "username", "format"],
    [{ username: "bo" }, "username", "tooShort"],
    [{ username: "böb" }, "username", "format"],
    [{ preferences: { theme: "pink" } }, "preferences.theme", "notAllowed"],
    [{ preferences: { unknown: true } }, "preferences.unknown", "unknownField"],
    [{ preferences: { timezone: "Middle/Earth" } }, "preferences.timezone", "notAllowed"],
  ])("may not send %j", async (payload, path, code) => {
    const request = { method: "PATCH", url: "/v1/user/me", payload } as const;
    const answer = await world.mallory.send(request);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR" });
    const { fields } = (answer.body as { details: { fields: unknown[] } }).details;
    expect(fields).toContainEqual({ path, code, message: expect.stringMatching(/./) as string });
  });
});

describe("a username", () => {
  test("belongs to one person, whatever the case", async () => {
    const person = await newPerson();
    const refusal = await person.refusal("updateMe", { body: { username: "BOB", bio: "new" } });
    expect(refusal).toMatchObject({
      status: 409,
      code: "USERNAME_TAKEN",
      message: "This username is not available",
    });
    expect((await person.call("getMe", {})).bio).toBeNull();
  });

  test("may not be a reserved word", async () => {
    const person = await newPerson();
    for (const username of ["admin", "Support", "every.one"]) {
      const refusal = await person.refusal("updateMe", { body: { username } });
      expect(refusal.code).toBe("USERNAME_TAKEN");
    }
  });

  test("taken by two people at once goes to one of them", async () => {
    const both = await Promise.all([newPerson(), newPerson()]);
    const outcomes = await Promise.allSettled(
      both.map((person) => person.call("updateMe", { body: { username: "wanted" } })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("changes twice in thirty days", async () => {
    const person = await newPerson();
    await person.call("updateMe", { body: { username: "erin.one" } });
    await person.call("updateMe", { body: { username: "erin.two" } });
    await person.call("updateMe", { body: { username: "erin.two" } });
    const refusal = await person.refusal("updateMe", { body: { username: "erin.three" } });
    expect(refusal).toMatchObject({
      status: 429,
      code: "USERNAME_CHANGE_LIMIT",
      message: "You changed your username too often. Try again in 30 days.",
    });
    server.clock.advance(30 * DAY_MS + 1);
    const later = await signIn(person, person.user.email ?? "");
    const { username } = await later.call("updateMe", { body: { username: "erin.three" } });
    expect(username).toBe("erin.three");
  });

  test("that was given up stays with its person for ninety days", async () => {
    const person = await newPerson();
    await person.call("updateMe", { body: { username: "frank.old" } });
    await person.call("updateMe", { body: { username: "frank.new" } });
    const other = await newPerson();
    const body = { username: "frank.old" };
    expect((await other.refusal("updateMe", { body })).code).toBe("USERNAME_TAKEN");
    server.clock.advance(31 * DAY_MS);
    const back = await signIn(person, person.user.email ?? "");
    expect((await back.call("updateMe", { body })).username).toBe("frank.old");
    const wanting = await signIn(other, other.user.email ?? "");
    const left = { body: { username: "frank.new" } };
    expect((await wanting.refusal("updateMe", left)).code).toBe("USERNAME_TAKEN");
    server.clock.advance(90 * DAY_MS);
    await server.run("auth.clean-up", {});
    const late = await signIn(other, other.user.email ?? "");
    expect((await late.call("updateMe", left)).username).toBe("frank.new");
  });

  test("given up and wanted at the same moment is not taken by another", async () => {
    const giver = await newPerson();
    await giver.call("updateMe", { body: { username: "gina" } });
    const taker = await newPerson();
    const [, taken] = await Promise.allSettled([
      giver.call("updateMe", { body: { username: "gina.new" } }),
      taker.call("updateMe", { body: { username: "gina" } }),
    ]);
    expect(taken?.status).toBe("rejected");
  });
});

test("the first person to come is OWNER, all others are not", () => {
  const { alice, bob, carol, mallory } = world;
  const roles = [alice, bob, carol, mallory].map(({ user }) => user.role);
  expect(roles).toEqual(["OWNER", "USER", "USER", "USER"]);
});
