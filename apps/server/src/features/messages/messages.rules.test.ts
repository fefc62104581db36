import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileId, MessageType } from "@colbin/protocol";
import { fromCursor, judgeContent, toCursor } from "./messages.rules.ts";

function contentOf(sent: string): string | undefined {
  const verdict = judgeContent(sent, "text", 100);
  return verdict.ok ? verdict.content : undefined;
}

describe("what a person sends", () => {
  it.each([
    ["a\r\nb\rc", "a\nb\nc"],
    ["  a  ", "a"],
    ["a\u0000b\u0007c\td", "abc\td"],
    ["e\u0301", "\u00E9"],
    ["a\uD800b", "a\uFFFDb"],
    ["e\u0007\u0301", "\u00E9"],
    [`x${"\u0315\u0300".repeat(100)}`, `x${"\u0300".repeat(15)}${"\u0315".repeat(15)}`],
  ])("%j is stored as %j", (sent, stored) => {
    expect(contentOf(sent)).toBe(stored);
  });

  it.each(["", "   ", "\n\t", "\u200B\u200D", "\u3164", "\u2800", "\u115F "])(
    "%j is empty",
    (content) => {
      expect(judgeContent(content, "text", 100)).toMatchObject({
        ok: false,
        code: "MESSAGE_EMPTY",
      });
    },
  );

  it("may be an emoji alone", () => {
    expect(judgeContent("\u{1F44D}\u{1F3FD}", "text", 10).ok).toBe(true);
  });

  it("is measured in code points", () => {
    expect(judgeContent("\u{1F600}".repeat(10), "text", 10).ok).toBe(true);
    expect(judgeContent("\u{1F600}".repeat(11), "text", 10)).toMatchObject({
      code: "MESSAGE_TOO_LONG",
      details: { max: 10, length: 11 },
    });
    // Composed there are ten; of more units nobody looks whether there are fewer when they are composed.
    expect(judgeContent("e\u0301".repeat(10), "text", 10).ok).toBe(true);
    expect(judgeContent(`a${"\u0315\u0300".repeat(30)}`, "text", 10)).toMatchObject({
      code: "MESSAGE_TOO_LONG",
      details: { max: 10, length: 61 },
    });
  });

  const fileId = "0193a6e0-0000-7000-8000-000000000001" as FileId;
  const files = { files: [{ fileId }] };
  const voice = { voice: { fileId } };
  it.each<[MessageType, string, object]>([
    ["system", "nothing", {}],
    ["image", "nothing", {}],
    ["file", "nothing", {}],
    ["voice", "nothing", {}],
    ["voice", "files", files],
    ["system", "files", files],
    ["text", "a recording", voice],
    ["file", "a recording", voice],
  ])("is not of type %s with %s", (type, _kind, attached) => {
    expect(judgeContent("a", type, 10, attached)).toMatchObject({
      ok: false,
      code: "MESSAGE_TYPE_NOT_ALLOWED",
    });
  });

  it("is normalised once and for all", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (content) => {
        const once = contentOf(content) ?? "a";
        expect(contentOf(once)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("a cursor", () => {
  it("names a place in the log", () => {
    fc.assert(fc.property(fc.nat(), (seq) => fromCursor(toCursor(seq)) === seq));
  });

  it.each(["", "seq_", "seq_-1", "seq_zzzzzzzzzzzz", "x"])("is not %j", (text) => {
    expect(fromCursor(text)).toBeUndefined();
  });
});
