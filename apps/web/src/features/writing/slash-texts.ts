import type { Text } from "#web/lib/language/i18n.ts";

export const slashTexts = {
  commands: { id: "slash.commands", message: "Commands" },
  unknown: {
    id: "slash.unknown",
    message: "There is no command {name}. Write /{name} to send it as text.",
  },
  closed: { id: "slash.closed", message: "{name} cannot be used in this room." },
  missing: { id: "slash.missing", message: "Write more after the name: {example}" },
  tooLong: { id: "slash.tooLong", message: "Too long: at most {max} characters." },
  text: { id: "slash.text", message: "waves" },
  me: { id: "slash.me", message: "Say what you do" },
  shrugText: { id: "slash.shrugText", message: "no idea" },
  shrug: { id: "slash.shrug", message: "Shrug after your words" },
  topicText: { id: "slash.topicText", message: "Release 2.4" },
  topic: { id: "slash.topic", message: "Say what this room is about" },
  inviteText: { id: "slash.inviteText", message: "@name" },
  invite: { id: "slash.invite", message: "Invite people to this room" },
  invited: { id: "slash.invited", message: "Invited to {room}" },
  tooMany: { id: "slash.tooMany", message: "At most {max} people at once." },
  muteText: { id: "slash.muteText", message: "2h" },
  mute: { id: "slash.mute", message: "Mute this room" },
  muteTime: {
    id: "slash.muteTime",
    message: "Write the time as 30m, 2h, 1d or 1w, at most {days} days.",
  },
  unmute: { id: "slash.unmute", message: "Hear of this room again" },
  unmuted: { id: "slash.unmuted", message: "Not muted any more" },
  statusText: { id: "slash.statusText", message: "On the train" },
  status: { id: "slash.status", message: "Set your status" },
  statusSet: { id: "slash.statusSet", message: "Your status is set" },
  leave: { id: "slash.leave", message: "Leave this room" },
} as const satisfies Record<string, Text>;
