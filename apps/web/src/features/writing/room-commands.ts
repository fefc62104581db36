import { ApiError } from "@colbin/client";
import {
  CUSTOM_STATUS_MAX,
  MUTE_MINUTES_MAX,
  ROOM_DESCRIPTION_MAX,
  ROOM_INVITE_BATCH,
  mentionsIn,
  toEmoji,
  toMentionText,
  withMentionWords,
  type Subscription,
  type UserId,
} from "@colbin/protocol";
import { Bell, BellOff, LogOut, Search, Smile, Text as TextIcon, UserPlus } from "lucide-react";
import { toast } from "#web/design/overlay/toast.ts";
import { inviteOutcomeTexts } from "#web/features/participants/people-texts.ts";
import { roomEndsOf } from "#web/features/room-changes/room-acts.ts";
import { detailsTexts } from "#web/features/rooms/details-texts.ts";
import { withOwnLevel } from "#web/features/rooms/own-room.ts";
import { askOfRoom } from "#web/features/rooms/room-asks.ts";
import { roomRightsOf } from "#web/features/rooms/room-rights.ts";
import { settingStatus } from "#web/features/users/actions.ts";
import { account } from "#web/lib/api/account.ts";
import { asRead, withMentions } from "#web/lib/device/mention-words.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { openRoomSearch } from "#web/lib/routing/search-address.ts";
import { readMinutes } from "./read-minutes.ts";
import type { SlashCommand } from "./slash-command.ts";
import { slashTexts } from "./slash-texts.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** Commands that change the room, or the place of the person in it. */
export const roomCommands: readonly SlashCommand[] = [
  {
    name: "topic",
    icon: TextIcon,
    argument: slashTexts.topicText,
    help: slashTexts.topic,
    needsArgument: true,
    when: (room) => rightsIn(room)?.manages ?? false,
    check: (description) => tooLong(description, ROOM_DESCRIPTION_MAX),
    async run(description, room) {
      await account.call("updateRoom", { params: toParams(room), body: { description } });
    },
  },
  {
    name: "invite",
    icon: UserPlus,
    argument: slashTexts.inviteText,
    help: slashTexts.invite,
    needsArgument: true,
    when: (room) => !isLinkGuest() && (rightsIn(room)?.mayInvite ?? false),
    check(people) {
      const { userIds, identifiers } = readPeople(people);
      const count = userIds.length + identifiers.length;
      return count > ROOM_INVITE_BATCH
        ? t(slashTexts.tooMany, { max: ROOM_INVITE_BATCH })
        : undefined;
    },
    run: invite,
  },
  {
    name: "mute",
    icon: BellOff,
    argument: slashTexts.muteText,
    help: slashTexts.mute,
    check: (time) =>
      time !== "" && readMinutes(time, MUTE_MINUTES_MAX) === undefined
        ? t(slashTexts.muteTime, { days: MUTE_MINUTES_MAX / DAY_MINUTES })
        : undefined,
    async run(time, room) {
      const minutes = readMinutes(time, MUTE_MINUTES_MAX);
      const end = minutes === undefined ? undefined : new Date(Date.now() + minutes * MINUTE_MS);
      await mute(room, { muted: true, mutedUntil: end?.toISOString() ?? null });
      const title = end
        ? t(detailsTexts.mutedUntil, { date: formatDate(end, "full") })
        : t(detailsTexts.mutedAlways);
      toast({ title });
    },
  },
  {
    name: "unmute",
    icon: Bell,
    help: slashTexts.unmute,
    when: ({ isMuted }) => isMuted,
    async run(_, room) {
      await mute(room, { muted: false });
      toast({ title: t(slashTexts.unmuted) });
    },
  },
  {
    name: "search",
    icon: Search,
    argument: slashTexts.searchText,
    help: slashTexts.search,
    run: (words) => openRoomSearch(words),
  },
  {
    name: "status",
    icon: Smile,
    argument: slashTexts.statusText,
    help: slashTexts.status,
    when: settingStatus.when,
    check: (words) => tooLong(splitStatus(words).text, CUSTOM_STATUS_MAX),
    run: setStatus,
  },
  {
    name: "leave",
    icon: LogOut,
    help: slashTexts.leave,
    when: (room) => !isLinkGuest() && roomEndsOf(withOwnLevel(room)).includes("leave"),
    run: (_, room) => askOfRoom("leave", room),
  },
];

function rightsIn(room: Subscription) {
  const { level } = withOwnLevel(room);
  return level === null ? undefined : roomRightsOf({ ...room, level });
}

function toParams({ sessionRoomSlug }: Subscription) {
  return { slug: sessionRoomSlug };
}

function tooLong(text: string, max: number): string | undefined {
  return Array.from(text).length > max ? t(slashTexts.tooLong, { max }) : undefined;
}

/** People who were chosen from the list, and whatever else may name somebody. */
function readPeople(people: string): { userIds: UserId[]; identifiers: string[] } {
  const text = withMentions(people);
  const rest = withMentionWords(text, (mention) =>
    mention.kind === "user" ? " " : asRead(toMentionText(mention)),
  );
  const words = rest.split(/[\s,;]+/).map((word) => word.replace(/^[@＠]/, ""));
  const { userIds } = mentionsIn(text);
  return { userIds: [...userIds], identifiers: words.filter((word) => word !== "") };
}

/** One person who is not invited brings the text back, with the reason: the others of it are invited already, and stay so. */
async function invite(people: string, room: Subscription): Promise<void> {
  const body = readPeople(people);
  const { results } = await account.call("inviteToRoom", { params: toParams(room), body });
  const lines = results.map(({ value, outcome }, at) => {
    const userId = body.userIds[at];
    const name = userId ? asRead(toMentionText({ kind: "user", userId })).slice(1) : value;
    return `${name}: ${t(inviteOutcomeTexts[outcome])}`;
  });
  const message = lines.join(" · ");
  if (results.some(({ outcome }) => outcome !== "invited"))
    throw new ApiError({ code: "NOT_INVITED", message, status: 0, details: {} });
  toast({ title: t(slashTexts.invited, { room: room.roomName }), description: message });
}

async function mute(
  room: Subscription,
  body: { readonly muted: boolean; readonly mutedUntil?: string | null },
): Promise<void> {
  await account.call("updateNotificationSettings", { params: toParams(room), body });
}

/** The status begins with its emoji, where it has one. */
function splitStatus(words: string): { emoji: string | null; text: string } {
  const [first = ""] = words.split(/\s/, 1);
  const emoji = toEmoji(first) ?? null;
  return { emoji, text: emoji === null ? words : words.slice(first.length).trim() };
}

/** Without words the dialog asks for them. */
async function setStatus(words: string): Promise<void> {
  if (words === "") return settingStatus.run();
  const customStatus = { ...splitStatus(words), expiresAt: null };
  account.tokens.setUser(await account.call("updateMe", { body: { customStatus } }));
  toast({ title: t(slashTexts.statusSet) });
}
