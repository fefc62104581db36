import fc from "fast-check";
import { expect, test } from "vitest";
import { frames as serverFrames } from "@colbin/protocol";
import { dialects } from "./dialects.ts";
import { toServerFrame } from "./frames.ts";
import { FrameReader, FrameWalker } from "./walker.ts";

const { mark } = dialects.colbin;
const eventText = `{"type":"SERVER_ROOM_EVENT","x":""}`;
const otherText = `{"type":"SERVER_UNREAD_COUNT_UPDATE"}`;
const frame = fc.oneof(
  fc
    .integer({ min: 0, max: 70_000 })
    .map((length) => eventText.replace(`""`, `"${"x".repeat(length)}"`)),
  fc.integer({ min: 0, max: 300 }).map((length) => otherText + " ".repeat(length)),
  fc.constant("{}"),
);

/** The bytes of these frames, cut where the numbers say. */
function cut(frames: readonly string[], cuts: readonly number[]): Buffer[] {
  const bytes = Buffer.concat(frames.map(toServerFrame));
  const places = [...new Set(cuts.map((place) => place % (bytes.length + 1)))].toSorted(
    (a, b) => a - b,
  );
  return [0, ...places].map((start, index) => bytes.subarray(start, places[index] ?? bytes.length));
}

const stream = fc.tuple(fc.array(frame, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 30 }));

test("events are counted exactly, however the stream is cut", () => {
  fc.assert(
    fc.property(stream, ([frames, cuts]) => {
      let others = 0;
      const sink = { onOther: () => void (others += 1), onControl: () => undefined };
      const walker = new FrameWalker(mark, sink);
      const counts = cut(frames, cuts).map((piece) => walker.walk(piece));
      const events = frames.filter((text) => text.startsWith(`{"type":"SERVER_ROOM`)).length;
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(events);
      expect(others).toBe(frames.length - events);
    }),
    { numRuns: 300 },
  );
});

test("a reader tells every text whole and in order, however the stream is cut", () => {
  fc.assert(
    fc.property(stream, ([frames, cuts]) => {
      const texts: string[] = [];
      const reader = new FrameReader(
        (text) => texts.push(text),
        () => undefined,
      );
      for (const piece of cut(frames, cuts)) reader.read(piece);
      expect(texts).toEqual(frames);
      expect(reader.isEmpty).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("control frames between events are told whole", () => {
  const seen: [number, string][] = [];
  const walker = new FrameWalker(mark, {
    onOther: () => undefined,
    onControl: (opcode, payload) => seen.push([opcode, payload.toString()]),
  });
  const ping = Buffer.concat([Buffer.from([0x89, 4]), Buffer.from("ping")]);
  const bytes = Buffer.concat([toServerFrame(eventText), ping, toServerFrame(eventText)]);

  const events = [...bytes].map((byte) => walker.walk(Buffer.from([byte])));

  expect(events.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(seen).toEqual([[9, "ping"]]);
});

test("of the server's frames those of events alone have the mark", () => {
  const marked = Object.keys(serverFrames).filter(
    (type) => Buffer.from(`{"type":"${type}"`)[mark.place] === mark.byte,
  );
  expect(marked).toEqual(["SERVER_ROOM_EVENT"]);
});
