import { apiKeyScopes } from "@colbin/protocol";
import { expect, test } from "vitest";
import { firstChoice, scopeWords, toScopes } from "./scopes.ts";

test("an area that is left out has no scope", () => {
  expect(toScopes({ ...firstChoice, messages: "write" })).toEqual(["rooms:read", "messages:write"]);
});

test("to write is told with what it contains, and each area once", () => {
  expect(scopeWords(["messages:write", "rooms:read"])).toEqual([
    "Rooms: read",
    "Messages: read and write",
  ]);
  expect(scopeWords(apiKeyScopes)).toHaveLength(4);
});
