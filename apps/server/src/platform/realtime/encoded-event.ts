import { toRoomEventText, toTextFrame } from "./frames.ts";
import type { RoomEvent } from "./live.ts";

/** An event as bytes, made at most once however many need it. */
export class EncodedEvent {
  readonly #event: RoomEvent;
  #text: string | undefined;
  #frame: Buffer | undefined;

  constructor(event: RoomEvent) {
    this.#event = event;
  }

  get text(): string {
    return (this.#text ??= toRoomEventText(this.#event));
  }

  get frame(): Buffer {
    return (this.#frame ??= toTextFrame(this.text));
  }
}
