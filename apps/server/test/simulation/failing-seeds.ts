/**
 * Seeds that found something once. They run before all others, for ever: a shape of the world may change what one of them
 * does, and it still costs only a moment.
 */
export const failingSeeds: readonly string[] = [
  // A page read after its reader was taken out of the room.
  "89",
  // Taken out of a room and back in, both in one replay, with a message that the list was read too early for.
  "358",
  // Somebody joined whose node had opened the room further on before it heard of it.
  "3901",
  // Told an event twice: once from the log, which was ahead of the room, and once by the room.
  "6172",
  // A page that failed while its room was still being read anew.
  "12983",
  // Joined and left elsewhere a room that this tab looks at.
  "27701",
  // Let into a room while its page was being refused.
  "612876",
  // Acknowledged while a page was being read that is older than the message.
  "37",
  // Came into a room while the tab stopped looking at it from outside.
  "962226",
  // The same, told after the client had stopped waiting for the answer.
  "4009492",
  // Heard the own message while a page was being read that was older than the list.
  "2000609",
  // Asked to look at a room that was closed while it was read.
  "4000956",
  // Told of the way into a room after the way out of it, which named a room that was not listed yet.
  "925813",
];
