import { expect, test } from "vitest";
import { roomLink, shareHref, shareTargets } from "./share-links.ts";

const inviter = { id: "0193-nora", fullName: "Nora & Co", org: "personal" } as const;

test("a link names the room and who invites", () => {
  expect(roomLink("https://chat.example", "tile-server", inviter)).toBe(
    "https://chat.example/chat/tile-server?invitedBy=0193-nora&inviterName=Nora+%26+Co&org=personal",
  );
});

test("a room cannot break out of the path of its link", () => {
  const link = new URL(roomLink("https://chat.example", "../x?y#z", inviter));
  expect(link.pathname).toBe("/chat/..%2Fx%3Fy%23z");
});

test.each(shareTargets)("the link reaches %s whole", (target) => {
  const link = roomLink("https://chat.example", "general", inviter);
  const href = shareHref(target, link, "Join general on Colbin");
  expect(decodeURIComponent(href.replaceAll("+", " "))).toContain(
    "https://chat.example/chat/general?invitedBy=0193-nora",
  );
});
