// What the set-up says. It speaks on stderr: stdout belongs to the task.

/** A failure that the person at the keyboard can mend: its message says what to do. */
export class SetupError extends Error {}

/**
 * Says in one line what the set-up does now.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`set-up: ${line}\n`);
}
