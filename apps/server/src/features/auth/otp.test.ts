import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import { openBrowser, openProgram, signIn } from "#test/world.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await openSignInServer();
});
afterAll(() => server.close());

describe("the first sign-in", () => {
  test("makes an account with a proved address and a name to change", async () => {
    const { user, tokens } = await signIn(openProgram(server.app), "Alice@Example.org");
    expect(user).toMatchObject({ email: "alice@example.org", fullName: "User", role: "OWNER" });
    expect(user.username).toMatch(/^user-[a-z0-9]{6}$/);
    expect(tokens.refresh.token).toMatch(/^[\w-]{43}$/);
  });
});
