import { chosenBy, toNewPoll, type Poll } from "@colbin/protocol";
import { expect, it } from "vitest";
import { refusal } from "../test/fake-calls.ts";
import { toRoomId } from "../test/fake-room.ts";
import { alice, bob } from "../test/people.ts";
import { world } from "../test/world.ts";
import { visibleMessages } from "./selectors.ts";

const general = toRoomId("general");
const asked = { options: ["Nine", "Ten"], multiple: false, anonymous: false };

it("shows the own vote at once, keeps it against older news, and takes it back where it is refused", async () => {
  const { server, time, connected } = world();
  const room = server.room("general", alice, bob);
  const { id } = room.send(bob, "When?", "temp_0").message;
  Object.assign(room.message(id), { poll: toNewPoll(asked) });
  const tab = await connected(alice);
  await tab.chat.rooms.open(general);
  const shown = () => {
    const { poll, personal, content } =
      visibleMessages(tab.chat.store.getSnapshot(), general)[0] ?? {};
    const numbers = poll?.options.map(({ votes }) => votes);
    return { content, numbers, own: poll && chosenBy(poll, personal?.ownVote, alice.id) };
  };
  const refused: string[] = [];
  tab.chat.messages.onTakenBack(({ kind }, { code }) => refused.push(`${kind} ${code}`));

  server.isDown = true;
  void tab.chat.messages.vote(general, id, ["2"]);
  expect(shown()).toMatchObject({ numbers: [0, 1], own: ["2"] });
  server.onCall = ({ path, body }) => {
    if (!path.endsWith("/poll/vote")) return undefined;
    expect(body).toEqual({ optionIds: ["2"] });
    const [nine, ten] = toNewPoll(asked).options;
    // Bob has voted as well.
    const voters = [bob, alice].map(({ id: userId, fullName, avatar_url }) => ({
      userId,
      fullName,
      avatar_url,
    }));
    const options = [nine, { ...ten, votes: 2, voters }];
    const poll = { ...toNewPoll(asked), options, voterCount: 2, version: 2 } as Poll;
    return {
      status: 200,
      body: { messageId: id, poll, ownVote: { optionIds: ["2"], version: 2 } },
    };
  };
  server.isDown = false;
  await time.advance(60_000);
  expect(tab.chat.store.getSnapshot().pending.size).toBe(0);
  expect(shown()).toMatchObject({ numbers: [0, 2], own: ["2"] });

  server.publish(room, () => room.edit(id, "When exactly?"));
  await time.settle();
  expect(shown()).toEqual({ content: "When exactly?", numbers: [0, 2], own: ["2"] });

  server.onCall = ({ path }) =>
    path.endsWith("/poll/vote") ? refusal(409, "POLL_CLOSED") : undefined;
  void tab.chat.messages.vote(general, id, ["1"]);
  expect(shown()).toMatchObject({ numbers: [1, 1], own: ["1"] });
  await time.settle();
  expect(refused).toEqual(["vote POLL_CLOSED"]);
  expect(shown()).toMatchObject({ numbers: [0, 2], own: ["2"] });
});
