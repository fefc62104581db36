import type { RoomInviteOutcome } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const peopleTexts = {
  search: { id: "details.search", message: "Search members" },
  addFailed: { id: "store.members.add", message: "Failed to add member" },
  inviteFailed: { id: "store.invitations.send", message: "Failed to send invitations" },
  failed: { id: "details.peopleFailed", message: "Members did not load" },
  loading: { id: "details.loading", message: "Loading" },
  pages: { id: "details.pages", message: "Pages of the members" },
  nobody: { id: "details.nobody", message: "Nobody found" },
  nobodyText: { id: "details.nobodyText", message: "Nobody in this room is called that." },
  self: { id: "details.self", message: "{name} (you)" },
  level: { id: "details.levelOf", message: "Level of {name}" },
  more: { id: "details.moreFor", message: "More for {name}" },
  guest: { id: "details.guest", message: "Guest" },
  message: { id: "details.message", message: "Message" },
  messageFailed: { id: "details.messageFailed", message: "The conversation did not open" },
  levelFailed: { id: "details.levelFailed", message: "The level was not changed" },

  makeOwner: { id: "details.makeOwner", message: "Make owner" },
  ownerTitle: { id: "details.ownerTitle", message: "Make {name} an owner?" },
  ownerText: {
    id: "details.ownerText",
    message: "An owner may do everything in this room, and only they can give that up.",
  },
  lowerTitle: { id: "details.lowerTitle", message: "Give up your level?" },
  lowerText: {
    id: "details.lowerText",
    message: "You will not be an owner of this room any more. Only another owner can undo that.",
  },
  lower: { id: "details.lower", message: "Change to {level}" },
  remove: { id: "details.remove", message: "Remove from room" },
  removeTitle: { id: "details.removeTitle", message: "Remove {name}?" },
  removeText: {
    id: "details.removeText",
    message: "They are told, and are not a member any more.",
  },
  reason: { id: "details.reason", message: "Reason (optional)" },
  reasonHint: { id: "details.reasonHint", message: "For the record; the others do not see it." },
  ban: { id: "details.ban", message: "Keep them out" },
  banHint: {
    id: "details.banHint",
    message: "They cannot come back until an owner or admin lets them in.",
  },

  add: { id: "details.add", message: "Add people" },
  addTo: { id: "details.addTo", message: "Add people to {room}" },
  readsNew: {
    id: "details.readsNew",
    message: "They can read everything that is written in the room.",
  },
  isThere: { id: "details.isThere", message: "The room is there already" },
  skip: { id: "details.skip", message: "Skip" },
  readsAll: {
    id: "details.readsAll",
    message: "New people can read the whole history.",
  },
  how: { id: "details.how", message: "How" },
  invite: { id: "details.invite", message: "Invite" },
  addNow: { id: "details.addNow", message: "Add at once" },
  asLevel: { id: "details.asLevel", message: "They can" },
  inviteVerb: {
    id: "details.inviteVerb",
    message: "{n, plural, =0 {Invite} one {Invite # person} other {Invite # people}}",
  },
  addVerb: {
    id: "details.addVerb",
    message: "{n, plural, =0 {Add} one {Add # person} other {Add # people}}",
  },
  results: { id: "details.results", message: "What came of it" },
  added: { id: "details.added", message: "Added" },
  liftBan: { id: "details.liftBan", message: "Invite {name} all the same" },
  done: { id: "details.done", message: "Done" },
} as const satisfies Record<string, Text>;

export const inviteOutcomeTexts: Readonly<Record<RoomInviteOutcome, Text>> = {
  invited: { id: "details.invited", message: "Invited" },
  already: { id: "details.already", message: "Already a member, invited or waiting" },
  notMember: { id: "details.notMember", message: "Not a member of the organization" },
  notFound: { id: "details.notFound", message: "Not found" },
  banned: { id: "details.banned", message: "Kept out" },
};
