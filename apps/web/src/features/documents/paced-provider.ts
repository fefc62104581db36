import { HocuspocusProvider } from "@hocuspocus/provider";
import { transact } from "yjs";
import { createPace } from "./pace.ts";

/**
 * A provider that takes in changes of the server once the person has seen the last key: all that have come until then, in their order,
 * as one change of the text. Changes of this side are sent at once.
 */
export class PacedProvider extends HocuspocusProvider {
  readonly #arrived: MessageEvent[] = [];
  readonly #pace = createPace(() => this.takeIn());

  override onMessage(event: MessageEvent): void {
    // Until the text is there, nobody types in it.
    if (!this.isSynced && this.#arrived.length === 0) return super.onMessage(event);
    this.#arrived.push(event);
    this.#pace.ask();
  }

  /** Takes in now what has come. */
  takeIn(): void {
    const events = this.#arrived.splice(0);
    if (events.length === 0) return;
    // A change of others, as each of them alone would be.
    const isLocal = false;
    const take = (): void => {
      for (const event of events) {
        try {
          super.onMessage(event);
        } catch (error) {
          // The others are taken in all the same.
          reportError(error);
        }
      }
    };
    transact(this.document, take, this, isLocal);
  }

  override onClose(): void {
    this.takeIn();
    super.onClose();
  }

  override destroy(): void {
    this.takeIn();
    this.#pace.end();
    super.destroy();
  }
}
