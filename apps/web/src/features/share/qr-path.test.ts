import { encodeQR } from "qr";
import { expect, test } from "vitest";
import { qrPath } from "./qr-path.ts";

test("the dark squares of a code are one path", () => {
  const rows = [
    [true, false],
    [false, true],
  ];
  expect(qrPath(rows)).toEqual({ size: 2, path: "M0 0h1v1h-1zM1 1h1v1h-1z" });
});

test("a long link still fits in a code", () => {
  const link = `https://chat.example.org/chat/${"a".repeat(64)}?invitedBy=${"0".repeat(36)}&inviterName=${"%C3%9C".repeat(80)}`;
  expect(qrPath(encodeQR(link, "raw")).size).toBeLessThan(110);
});
