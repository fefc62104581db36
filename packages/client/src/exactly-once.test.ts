import { array, assert, asyncProperty, constantFrom, integer, record } from "fast-check";
import { expect, it } from "vitest";
import { toRoomId } from "../test/fake-room.ts";
import { alice, bob } from "../test/people.ts";
import { browser, world } from "../test/world.ts";

const fault = constantFrom("none", "frame lost", "answer lost", "cut", "down", "reload");

it("writes each message once and in order through lost frames, lost answers, cuts and reloads", async () => {
  const step = record({ fault, pauseMs: integer({ min: 0, max: 12_000 }) });
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { server, time, connected } = world();
      const room = server.room("general", alice, bob);
      const shared = browser();
      let tab = await connected(alice, shared);
      await tab.chat.rooms.open(toRoomId("general"));
      for (const [at, { fault: kind, pauseMs }] of steps.entries()) {
        server.isDown = kind === "down";
        server.onFrame = (_, frame) =>
          kind === "frame lost" && frame.type === "CLIENT_SEND_MESSAGE";
        server.deliver = (socket, frame) => {
          if (kind !== "answer lost") server.sendNow(socket, frame);
        };
        await tab.chat.messages.send(toRoomId("general"), `message ${at}`);
        if (kind === "cut") server.cutAll();
        if (kind === "reload") {
          tab.chat.close();
          tab.account.close();
          tab = await connected(alice, shared);
          await tab.chat.rooms.open(toRoomId("general"));
        }
        await time.advance(pauseMs);
      }
      server.isDown = false;
      server.onFrame = () => false;
      server.deliver = (socket, frame) => server.sendNow(socket, frame);
      await time.advance(200_000);
      const written = room.messages().map((each) => each.content);
      expect(written).toEqual(steps.map((_, at) => `message ${at}`));
      const state = tab.chat.store.getSnapshot();
      expect(state.pending.size).toBe(0);
      expect(state.messages.get(toRoomId("general"))).toEqual(room.messages());
      expect(await shared.outbox.list(alice.id)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
