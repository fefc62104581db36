import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { AppError } from "../app-error.ts";
import { HeldBytes } from "./held-bytes.ts";
import { readBytes } from "./whole-bodies.ts";

const body = (...sizes: number[]) => Readable.from(sizes.map((size) => Buffer.alloc(size)));
const tooLarge = () => new AppError("IMPORT_TOO_LARGE");

it("holds what bodies bring and refuses what is more than all may hold together", async () => {
  const held = new HeldBytes(10);
  await readBytes(body(3, 3), 9, tooLarge, held);
  await expect(readBytes(body(3, 3), 9, tooLarge, held)).rejects.toMatchObject({
    code: "RATE_LIMITED",
  });
  // Bytes of a refused body are held no more.
  await readBytes(body(4), 9, tooLarge, held);
  held.give(6);
  await readBytes(body(3, 3), 9, tooLarge, held);
});

it("holds nothing of a body that is too large or whose connection was cut", async () => {
  const held = new HeldBytes(10);
  await expect(readBytes(body(5, 5), 9, tooLarge, held)).rejects.toMatchObject({
    code: "IMPORT_TOO_LARGE",
  });
  const cut = body(5, 5);
  cut.once("data", () => cut.destroy(new Error("cut")));
  await expect(readBytes(cut, 10, tooLarge, held)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  held.take(10);
});

it("lets work wait in turn for its room", async () => {
  const held = new HeldBytes(10);
  const begun: string[] = [];
  held.take(6);
  const large = held.run(8, async () => void begun.push("large"));
  const small = held.run(1, async () => void begun.push("small"));
  await Promise.resolve();
  expect(begun).toEqual([]);
  held.give(6);
  await Promise.all([large, small]);
  expect(begun).toEqual(["large", "small"]);
  held.take(10);
});
