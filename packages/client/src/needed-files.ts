import type { MessageMetadataInput, MessageType } from "@colbin/protocol";
import type { OutgoingFile, SendFailure } from "./chat-state.ts";

/** The files of a message as they are sent. */
export interface SentFiles {
  readonly type: MessageType;
  readonly metadata: Pick<MessageMetadataInput, "files" | "voice">;
}

/** Files on their way to the server, for the commands that wait for them: ids are those of this device. */
export interface NeededFiles {
  /** From now on they are those of a command. `ready` when the server has all, else that they come, or why one does not. */
  readonly stateOf: (ids: readonly string[]) => Promise<"ready" | "coming" | SendFailure>;
  readonly toSent: (files: readonly OutgoingFile[]) => SentFiles;
  /** Tries again those that were refused. */
  readonly retry: (ids: readonly string[]) => void;
  /** The server has this file of them no more: uploads it anew, once. False where that was done. */
  readonly renew: (ids: readonly string[], fileId: unknown) => Promise<boolean>;
  /** The message is there: nothing of them stays on this device. */
  readonly forget: (ids: readonly string[]) => void;
  /** They go from the server, too. */
  readonly cancel: (ids: readonly string[]) => void;
}

/** Loaded with the first file. */
export type LoadFiles = () => Promise<NeededFiles>;
