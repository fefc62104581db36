import type { Document, DocumentId } from "@colbin/protocol";
import { useEffect, useState } from "react";
import { account } from "#web/lib/api/account.ts";
import { keepFacts, readFacts } from "#web/lib/device/document-copies.ts";
import { useStore } from "#web/lib/react/use-store.ts";

/** Keeps a document besides its text on this device; where none could be read, the one of the last time. */
export function useKeptFacts(
  documentId: DocumentId,
  document: Document | undefined,
  isOff: boolean,
): Document | undefined {
  const userId = useStore(account.session, ({ user }) => user?.id);
  const [kept, setKept] = useState<Document>();
  useEffect(() => {
    // A device that is full keeps nothing.
    if (userId !== undefined && document) keepFacts(userId, document).catch(() => undefined);
  }, [userId, document]);
  const isWanted = isOff && !document;
  useEffect(() => {
    if (userId === undefined || !isWanted) return undefined;
    let isCurrent = true;
    readFacts({ userId, documentId }).then(
      (facts) => isCurrent && setKept(facts),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [userId, documentId, isWanted]);
  return document ?? (isWanted ? kept : undefined);
}
