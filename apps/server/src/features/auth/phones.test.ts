import { afterAll, beforeAll, expect, test } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import { openProgram, signIn } from "#test/world.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await openSignInServer();
});
afterAll(() => server.close());

async function signInAs(identifier: string, on = server) {
  const { user } = await signIn(openProgram(on.app), identifier);
  return user;
}

// However a number is written it is one account.
test.each([
  ["4155552671", "4155552671", ["(415) 555-2671", " 415.555.2671 "]],
  ["+41 5555 2671", "+4155552671", ["+4155552671", "0041 55552671"]],
  ["5551234", "5551234", ["555-1234"]],
  ["0301 2345678", "03012345678", ["0301-2345678"]],
  ["001234567", "+1234567", ["+1234567"]],
  ["0012345", "0012345", ["00 12345"]],
  ["+1 415 555 2671", "+14155552671", ["1 (415) 555-2671", "001 415 555 2671"]],
  ["123456789012345", "123456789012345", ["12345 67890 12345"]],
])("%s signs in as %s without a region", async (typed, phone, alike) => {
  const user = await signInAs(typed);
  expect(user).toMatchObject({ phone, isPhoneNumberVerified: true, email: null });
  server.clock.advance(30_000);
  for (const other of [phone, ...alike]) {
    expect((await signInAs(other)).id).toBe(user.id);
    server.clock.advance(30_000);
  }
});

test("a number that is none in the region of the server stays as it was typed", async () => {
  await using american = await openSignInServer({ DEFAULT_PHONE_REGION: "US" });
  expect((await signInAs("(415) 555-2671", american)).phone).toBe("+14155552671");
  expect((await signInAs("555-1234", american)).phone).toBe("5551234");
});

test("the same digits with and without a + are two people where no country makes them one number", async () => {
  const [national, international] = [await signInAs("4155550199"), await signInAs("+4155550199")];
  expect(international.id).not.toBe(national.id);
});
