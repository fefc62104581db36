/**
 * Seeds that found something once. They run before all others, for ever: a shape of the world may change what one of them
 * does, and it still costs only a moment.
 */
export const failingSeeds: readonly string[] = [];
