import { expect, test } from "vitest";
import { people, TestMetrics, toRoomId, workspaceId, type Name } from "#test/realtime/test-node.ts";
import { Room, type HubSocket } from "./room.ts";
import { listPreviews } from "./sweep-access.ts";
import { Turn } from "./turn.ts";

test("previews are found without a look at those who are in the rooms", () => {
  const metrics = new TestMetrics();
  const room = new Room(toRoomId("general"), 0, new Turn(metrics), metrics);
  let looks = 0;
  const add = (name: Name, isPreview: boolean) => {
    const { userId } = people[name];
    const socket = {
      id: name,
      rooms: new Set(),
      get actor() {
        looks += 1;
        return { userId, workspaceId };
      },
    };
    return room.add(socket as unknown as HubSocket, 0, isPreview);
  };
  const userIds = () => listPreviews([room], new Set([workspaceId])).map(({ userId }) => userId);
  add("alice", false);
  const [bob, carol] = [add("bob", true), add("carol", true)];
  expect(userIds()).toEqual([people.bob.userId, people.carol.userId]);
  expect(looks).toBe(2);
  room.setPreview(bob, false);
  room.remove(carol.socket);
  expect(userIds()).toEqual([]);
  room.setPreview(bob, true);
  expect(userIds()).toEqual([people.bob.userId]);
});
