import type { DocumentId } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { listWaitingCopies } from "#web/lib/device/document-copies.ts";
import type { EditorPerson, LiveDocument, LiveState } from "./live-document.ts";

/** A document that takes longer waits for the next time. */
const PATIENCE_MS = 30_000;

let isSending = false;

/** Sends the changes of documents that were left before the server had them, one after the other. Never rejects. */
export async function sendWaiting(): Promise<void> {
  const { user } = account.session.getSnapshot();
  if (isSending || !user || !navigator.onLine) return;
  isSending = true;
  try {
    for (const id of await listWaitingCopies(user.id)) {
      if (!isHere(user.id)) break;
      await send(id, { id: user.id, name: user.fullName });
    }
  } catch {
    // Sent with the next network or page.
  } finally {
    isSending = false;
  }
}

async function send(id: DocumentId, person: EditorPerson): Promise<void> {
  // With the channel of documents, which is needed by few at the start.
  const { openLiveDocument } = await import("./live-document.ts");
  const live = openLiveDocument(id, person);
  await whenDone(live);
  live.close();
}

function whenDone({ state, person }: LiveDocument): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      resolve();
    };
    const check = (): void => {
      if (isDone(state.getSnapshot()) || !isHere(person.id)) end();
    };
    const timer = setTimeout(end, PATIENCE_MS);
    const stops = [state.subscribe(check), account.session.subscribe(check)];
  });
}

function isDone({ isGone, build, isReadOnly, isConnected, isKept, waiting }: LiveState): boolean {
  return (
    isGone || build !== "same" || isReadOnly === true || (isConnected && isKept && waiting === 0)
  );
}

function isHere(userId: string): boolean {
  return account.session.getSnapshot().user?.id === userId;
}

window.addEventListener("online", () => void sendWaiting());
