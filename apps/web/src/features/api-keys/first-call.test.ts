import { endpoints, routes, scopeOf } from "@colbin/protocol";
import { expect, test } from "vitest";
import { firstCallOf, firstCalls, KEY_SAMPLE, toCurl } from "./first-call.ts";

test.each(["listMyRooms", "getMe"] as const)("%s has the address that the page names", (name) => {
  expect(routes[name]).toMatchObject({ method: "GET", path: firstCalls[name] });
});

test("the call is one that the key may make", () => {
  expect(firstCallOf(["rooms:write"])).toBe("listMyRooms");
  expect(firstCallOf(["messages:write"])).toBe("getMe");
  expect(scopeOf("listMyRooms", endpoints.listMyRooms)).toBe("rooms:read");
  expect(scopeOf("getMe", endpoints.getMe)).toBe("any");
});

test("a terminal takes it as it is", () => {
  expect(toCurl("https://chat.example", "listMyRooms", KEY_SAMPLE)).toBe(
    'curl https://chat.example/v1/session-room/my-rooms \\\n  -H "Authorization: Bearer cbk_…"',
  );
});
