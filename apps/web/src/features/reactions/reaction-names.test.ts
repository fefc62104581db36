import { expect, it } from "vitest";
import { reactionNames } from "./reaction-names.ts";

it.each([
  [["Ada"], 1, "Ada"],
  [["Ada", "Bo"], 2, "Ada and Bo"],
  [["Ada", "Bo", "Cy"], 3, "Ada, Bo and Cy"],
  [["Ada", "Bo", "Cy", "Di"], 4, "Ada, Bo, Cy and 1 more"],
  [["Ada", "Bo", "Cy"], 120, "Ada, Bo, Cy and 117 more"],
])("names of %j, %i in all: %s", (userNames, count, text) => {
  expect(reactionNames({ userNames, count })).toBe(text);
});
