import { EventEmitter } from "node:events";

/** What takes the bytes that a socket writes. */
export interface ByteSink {
  /** Takes everything: the systems on both sides hold more than a world says. */
  take(bytes: Buffer): void;
  /** No more bytes come from here. */
  end(): void;
  /** The socket was destroyed. */
  gone(): void;
}

/**
 * The server's end of a connection: as much of net.Socket as `ws` and the writer of the hub use, without a system below.
 * Emits at once what a real socket would emit in the same turn.
 */
export class ServerSocket extends EventEmitter {
  readonly remoteAddress: string;
  readable = true;
  writable = true;
  destroyed = false;
  writableEnded = false;
  readonly writableLength = 0;
  /** What `ws` looks at when the socket closes. */
  readonly _readableState = { endEmitted: false, length: 0 };
  readonly #sink: ByteSink;
  #in: Buffer[] = [];
  #isPaused = false;

  constructor(sink: ByteSink, remoteAddress: string) {
    super();
    this.#sink = sink;
    this.remoteAddress = remoteAddress;
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  cork(): void {
    // Pieces travel one after the other here, corked or not.
  }

  uncork(): void {
    // See cork.
  }

  write(data: Buffer | string, done?: () => void): boolean {
    if (this.destroyed || this.writableEnded) return false;
    this.#sink.take(typeof data === "string" ? Buffer.from(data) : data);
    if (done) process.nextTick(done);
    return true;
  }

  end(data?: Buffer | string): this {
    if (this.writableEnded || this.destroyed) return this;
    if (data !== undefined) this.write(data);
    this.writableEnded = true;
    this.writable = false;
    this.#sink.end();
    process.nextTick(() => this.emit("finish"));
    return this;
  }

  destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.readable = false;
    this.writable = false;
    this.#sink.gone();
    process.nextTick(() => {
      if (error) this.emit("error", error);
      this.emit("close", error !== undefined);
    });
    return this;
  }

  pause(): this {
    this.#isPaused = true;
    return this;
  }

  resume(): this {
    this.#isPaused = false;
    this.#deliver();
    return this;
  }

  isPaused(): boolean {
    return this.#isPaused;
  }

  read(): Buffer | null {
    const bytes = Buffer.concat(this.#in);
    this.#in = [];
    this._readableState.length = 0;
    return bytes.length === 0 ? null : bytes;
  }

  /** Bytes came from the client. */
  receive(bytes: Buffer): void {
    if (this.destroyed) return;
    this.#in.push(bytes);
    this._readableState.length += bytes.length;
    this.#deliver();
  }

  #deliver(): void {
    while (!this.#isPaused && !this.destroyed && this.#in.length > 0) {
      const bytes = this.#in.shift() ?? Buffer.alloc(0);
      this._readableState.length -= bytes.length;
      this.emit("data", bytes);
    }
  }
}
