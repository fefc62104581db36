import { createStore } from "@colbin/client";
import type { DocumentId } from "@colbin/protocol";
import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { useNavigate } from "react-router";
import { account } from "#web/lib/api/account.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { openEditor } from "./document-editor.ts";
import { openLiveDocument, type LiveDocument } from "./live-document.ts";

interface DocumentSession {
  readonly live: LiveDocument;
  readonly editor: Editor;
}

/** Opens the document and its editor at the end of `place`, as long as the component is there; undefined before that. */
export function useDocumentSession(
  place: RefObject<HTMLElement | null>,
  id: DocumentId,
): DocumentSession | undefined {
  const userId = useStore(account.session, ({ user }) => user?.id);
  const [opened] = useState(() => createStore<DocumentSession | undefined>(undefined));
  const navigate = useNavigate();
  const open = useEffectEvent((path: string) => void navigate(path));
  useEffect(() => {
    const { user } = account.session.getSnapshot();
    if (!place.current || !user || user.id !== userId) return undefined;
    const live = openLiveDocument(id, { id: user.id, name: user.fullName });
    const editor = openEditor(place.current, live, {
      documentId: id,
      onOpen: (path) => open(path),
    });
    opened.update(() => ({ live, editor }));
    return () => {
      opened.update(() => undefined);
      editor.destroy();
      live.close();
    };
  }, [opened, place, id, userId]);
  return useStore(opened, (session) => session);
}
