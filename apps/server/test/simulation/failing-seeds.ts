/**
 * Seeds that found something once. They run before all others, for ever: a shape of the world may change what one of them
 * does, and it still costs only a moment.
 */
export const failingSeeds: readonly string[] = [
  // A page read after its reader was taken out of the room.
  "89",
  // Taken out of a room and back in, both in one replay, with a message that the list was read too early for.
  "358",
];
