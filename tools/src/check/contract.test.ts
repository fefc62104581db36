import { expect, it } from "vitest";
import { judge } from "./contract.ts";

const missing = "missing query field search: GET /messages (message.list)";
const report = { code: 1, output: `ok RoomType: 3 values\n${missing}\n51 passed, 1 failed\n` };

it("finds what is missing", () => {
  expect(judge(report)).toEqual({ findings: [missing], extent: "51 passed, 1 failed" });
});

it("does not take a tool that ended without a word for a success", () => {
  expect(judge({ code: 2, output: "" }).findings).toEqual(["ended with code 2"]);
});
