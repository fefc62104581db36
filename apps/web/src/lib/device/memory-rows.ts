import type { Key, Table } from "./schema.ts";
import type { Change, Rows } from "./rows.ts";

/** Rows of a time without a database, and what is to be done in it once it is there. */
export class MemoryRows implements Rows {
  /** The last change of each row, in the order of writing. */
  #changes: readonly Change[] = [];

  get changes(): readonly Change[] {
    return this.#changes;
  }

  async read(table: Table, under: Key) {
    return this.#changes.filter(
      (each) => each.table === table && each.value !== undefined && isUnder(each.key, under),
    );
  }

  async keys(table: Table, under: Key) {
    return (await this.read(table, under)).map(({ key }) => key);
  }

  async write(changes: readonly Change[]) {
    for (const change of changes) {
      const isReplaced = ({ table, key }: Change): boolean =>
        table === change.table && isUnder(key, change.key);
      this.#changes = [...this.#changes.filter((each) => !isReplaced(each)), change];
    }
  }

  /** These are done. */
  forget(done: readonly Change[]): void {
    this.#changes = this.#changes.filter((each) => !done.includes(each));
  }
}

function isUnder(key: Key, under: Key): boolean {
  return under.every((part, at) => key[at] === part);
}
