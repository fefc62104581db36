import { randomUUID } from "node:crypto";
import type { Crowd, Sent } from "./crowd.ts";
import type { SeenEvent } from "./dialects.ts";

/*
 * What clients do on their own while messages arrive: each socket that decodes shows its room to somebody, so it marks the newest
 * message as read, and now and then one of them reacts. Of the messages that are written some answer one, and some mention its author.
 */

export interface BehaviourPlan {
  /** A socket marks at most this often; undefined: nobody marks. */
  readonly markMs?: number;
  /** One message in so many gets a reaction. */
  readonly reactEvery: number;
  /** One message in so many is a reply to the room's newest one, and one in so many mentions its author; undefined: none. */
  readonly replyEvery?: number;
  readonly mentionEvery?: number;
}

const EMOJI = "👍";

export class Behaviour {
  marks = 0;
  readonly #crowd: Crowd;
  readonly #plan: BehaviourPlan;
  /** By place: not before this moment. */
  readonly #nextMarkAt: Float64Array;
  /** By room: its sockets that decode. */
  readonly #decoding: number[][];
  readonly #reactions = new Map<number, number>();
  /** By room: the newest message. */
  readonly #newest = new Map<number, { readonly id: string; readonly authorId: string }>();
  #isActing = true;

  constructor(crowd: Crowd, plan: BehaviourPlan) {
    this.#crowd = crowd;
    this.#plan = plan;
    const { markMs = 0 } = plan;
    // People came at different times.
    const now = performance.now();
    this.#nextMarkAt = Float64Array.from(
      { length: crowd.size },
      () => now + Math.random() * markMs,
    );
    this.#decoding = Array.from({ length: crowd.roomCount }, () => []);
    for (const place of crowd.decoding()) this.#decoding[crowd.roomOf(place)]?.push(place);
  }

  /** A socket that decodes got an event. */
  see(place: number, { messageId, authorId, slug, seq }: SeenEvent): void {
    if (messageId === undefined || !this.#isActing) return;
    if (authorId !== undefined)
      this.#newest.set(this.#crowd.roomOf(place), { id: messageId, authorId });
    this.#mark(place, slug, messageId);
    const { reactEvery } = this.#plan;
    const room = this.#crowd.roomOf(place);
    const people = this.#decoding[room] ?? [];
    if (seq % reactEvery !== 0 || people[(seq / reactEvery) % people.length] !== place) return;
    this.#reactions.set(room, this.reactionsIn(room) + 1);
    this.#crowd.write(place, {
      type: "CLIENT_MESSAGE_REACTION",
      requestId: randomUUID(),
      sessionRoomSlug: slug,
      messageId,
      emoji: EMOJI,
      action: "add",
    });
  }

  #mark(place: number, slug: string, messageId: string): void {
    const { markMs } = this.#plan;
    const now = performance.now();
    if (markMs === undefined || now < (this.#nextMarkAt[place] ?? 0)) return;
    this.#nextMarkAt[place] = now + markMs;
    this.marks += 1;
    this.#crowd.write(place, {
      type: "CLIENT_MARK_ROOM_READ",
      requestId: randomUUID(),
      sessionRoomSlug: slug,
      lastReadMessageId: messageId,
    });
  }

  /** The message with this number in a room, as it is sent. */
  toSent(room: number, number: number, content: string): Sent {
    const newest = this.#newest.get(room);
    const { replyEvery, mentionEvery } = this.#plan;
    const isDue = (every: number | undefined): boolean =>
      newest !== undefined && every !== undefined && number % every === 0;
    return {
      content: isDue(mentionEvery) ? `${content} <@${newest?.authorId}>` : content,
      ...(isDue(replyEvery) && { threadId: newest?.id }),
    };
  }

  /** Reactions so far, each an event of the room. */
  reactionsIn(room: number): number {
    return this.#reactions.get(room) ?? 0;
  }

  stop(): void {
    this.#isActing = false;
  }
}
