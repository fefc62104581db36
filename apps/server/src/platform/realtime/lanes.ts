/** Tasks of one lane run one after the other, in order of arrival; lanes do not wait for each other. */
export class Lanes {
  readonly #tails = new Map<string, Promise<void>>();

  /** The task must not reject. */
  run(lane: string, task: () => Promise<void>): Promise<void> {
    const before = this.#tails.get(lane);
    const done = before ? before.then(task) : task();
    this.#tails.set(lane, done);
    return done.then(() => {
      if (this.#tails.get(lane) === done) this.#tails.delete(lane);
    });
  }
}
