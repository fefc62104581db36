import { isSend } from "@colbin/client";
import type { LogEntry, StoredRoom } from "./store.ts";
import type { Device } from "./person.ts";
import type { Tab } from "./tab.ts";

/** A message that somebody meant to send, known by its text, which no other has. */
export interface Intent {
  readonly device: Device;
  readonly tab: string;
  readonly slug: string;
  readonly content: string;
  /** Place among the messages of its tab. */
  readonly place: number;
  /** The client has promised to send it. */
  isStored: boolean;
  /** Refused for good at some time, or thrown away by the person: its place in the order is free, and it may be missing. */
  isExcused: boolean;
}

/** What people meant to say, held against what was committed: once each, in order, and nothing promised is lost. */
export class Intents {
  readonly #byContent = new Map<string, Intent>();
  readonly #byTab = new Map<string, Intent[]>();
  readonly #lastOf = new Map<string, Intent>();
  readonly #onViolation: (what: string) => void;
  #made = 0;

  constructor(onViolation: (what: string) => void) {
    this.#onViolation = onViolation;
  }

  make(tab: Tab, slug: string): Intent {
    this.#made += 1;
    const intent: Intent = {
      device: tab.device,
      tab: tab.name,
      slug,
      content: `m${this.#made} of ${tab.name}`,
      place: this.#made,
      isStored: false,
      isExcused: false,
    };
    this.#byContent.set(intent.content, intent);
    this.#byTab.set(tab.name, [...this.writtenIn(tab.name), intent]);
    return intent;
  }

  writtenIn(tab: string): readonly Intent[] {
    return this.#byTab.get(tab) ?? [];
  }

  find(content: string): Intent | undefined {
    return this.#byContent.get(content);
  }

  onCommit(room: StoredRoom, entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      if (entry.kind !== null || entry.msgNo === null) continue;
      const { content } = entry;
      const copies = room.log.filter((each) => each.kind === null && each.content === content);
      if (copies.length > 1) this.#onViolation(`${room.slug}: "${content}" is there twice`);
      const intent = this.#byContent.get(content);
      if (!intent) continue;
      const key = `${intent.tab} ${room.slug}`;
      const last = this.#lastOf.get(key);
      if (last && last.place > intent.place && !intent.isExcused)
        this.#onViolation(`${room.slug}: "${content}" comes after "${last.content}"`);
      if (!intent.isExcused) this.#lastOf.set(key, intent);
    }
  }

  /** When everything has come to rest: promised is committed, refused is not. */
  judge(rooms: readonly StoredRoom[]): void {
    const committed = new Set<string>();
    for (const { log } of rooms)
      for (const entry of log) if (entry.kind === null) committed.add(entry.content);
    // NOTE: refused while out of the room, an earlier try of the same message may still count when one is in again.
    const wasOut = ({ slug, device }: Intent): boolean =>
      rooms.some(
        (room) =>
          room.slug === slug &&
          room.log.some((each) => each.kind !== null && each.facts.userId === device.userId),
      );
    for (const intent of this.#byContent.values()) {
      const { content, device } = intent;
      const kept = [...device.outbox.values()]
        .filter(isSend)
        .find((each) => each.content === content);
      const isThere = committed.has(content);
      if (kept && !kept.failure) this.#onViolation(`"${content}" is still waiting to be sent`);
      if (kept?.failure && isThere && !wasOut(intent))
        this.#onViolation(`"${content}" was sent, and is shown as ${kept.failure.code}`);
      const isExplained = kept !== undefined || intent.isExcused || !intent.isStored;
      if (!isThere && !isExplained) this.#onViolation(`"${content}" was promised and is lost`);
    }
  }
}
