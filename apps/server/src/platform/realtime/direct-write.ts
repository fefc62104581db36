import type { Socket } from "node:net";

/*
 * Writing past the stream of a net.Socket. A delivery to one socket is one system call, and what the stream does around it
 * (its state, a callback, a tick) is a tenth of the cost. The handle below the stream tries to write at once and says
 * whether it could; the kernel nearly always takes everything, and then there is nothing that a stream would be needed for.
 *
 * It is not an API of Node. It is used only after Node itself has been seen to write this way in this process, so with
 * another version the stream is used as ever. Order is safe: nothing is written directly while the stream, or a write that
 * was not finished, holds bytes; what the kernel does not take is kept by the handle, in order, as for the stream.
 */

interface PendingWrite {
  oncomplete: (status: number) => void;
  buffer: Uint8Array;
}

interface Handle {
  writeBuffer(request: unknown, bytes: Uint8Array): number | PendingWrite;
}

type SocketWithHandle = Socket & { readonly _handle?: Handle | null };

let isSeen = false;

/** Watches the next write of this socket; call it before one that is certain. */
export function watchWrite(socket: Socket): void {
  const handle = (socket as SocketWithHandle)._handle;
  if (isSeen || typeof handle?.writeBuffer !== "function") return;
  handle.writeBuffer = (request, bytes) => {
    isSeen = request === null;
    // The handle's own method is under it.
    delete (handle as Partial<Handle>).writeBuffer;
    return handle.writeBuffer(request, bytes);
  };
}

export type WriteResult = "all" | "part" | "nothing";

interface PartOwner {
  /** The rest has left, or the socket is gone. */
  partDone(): void;
}

/**
 * Hands bytes to the system: all of them; a part, and then the owner is told when the rest has left; or nothing, because it
 * cannot be done this way, and the stream must do it. The caller has no unfinished part.
 */
export function writeDirectly(socket: Socket, bytes: Buffer, owner: PartOwner): WriteResult {
  const handle = (socket as SocketWithHandle)._handle;
  if (!isSeen || !handle || socket.writableLength > 0 || socket.writableEnded) return "nothing";
  const written = handle.writeBuffer(null, bytes);
  if (written === 0) return "all";
  if (typeof written === "number") {
    // The stream would find the same and close the socket the same way.
    socket.destroy();
    return "all";
  }
  written.buffer = bytes;
  written.oncomplete = () => owner.partDone();
  return "part";
}
