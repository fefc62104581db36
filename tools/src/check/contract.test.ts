import { expect, it } from "vitest";
import { judge } from "./contract.ts";

const missing = "missing query field search: GET /messages (message.list)";
const report = { code: 1, output: `ok RoomType: 3 values\n${missing}\n51 passed, 1 failed\n` };

it("finds what is missing, unless it is known to come later", () => {
  expect(judge(report)).toEqual({ findings: [missing], extent: "51 passed, 1 failed" });
  const extent = "51 passed, 1 failed, 1 awaited";
  expect(judge(report, [missing])).toEqual({ findings: [], extent });
});

it("finds what is listed as missing and is there", () => {
  const { findings } = judge({ code: 0, output: "52 passed, 0 failed\n" }, [missing]);
  expect(findings).toEqual([`mended, so unlist it: ${missing}`]);
});

it("does not take a tool that ended without a word for a success", () => {
  expect(judge({ code: 2, output: "" }).findings).toEqual(["ended with code 2"]);
});
