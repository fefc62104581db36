import type { DocumentId } from "@colbin/protocol";
import { useEffect, useState } from "react";
import { useLocation, useNavigate, type Location } from "react-router";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { documentPath } from "#web/lib/routing/paths.ts";
import { documentReads } from "./document-reads.ts";
import { documentTexts } from "./document-texts.ts";

/** Router state that leads to a document that was just made: its title is to be written first. */
interface NewDocument {
  readonly isNew: true;
}

/** Makes a document, of a room where its address is given, and opens it. */
export function useNewDocument(slug?: string) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const [leftKey, setLeftKey] = useState<string>();
  // The way back leads to the same entry.
  if (leftKey !== undefined && leftKey !== key) setLeftKey(undefined);
  const own = useAct("createDocument", documentReads);
  const ofRoom = useAct("createRoomDocument", documentReads);

  async function make(parentId: DocumentId | null): Promise<void> {
    const body = { parentId };
    const { id } = await (slug === undefined
      ? own.act({ body })
      : ofRoom.act({ params: { slug }, body }));
    await navigate(documentPath(id), { state: { isNew: true } satisfies NewDocument });
  }

  return {
    /** Until the page of the document has come: the second press of a double click makes no other one. */
    isBusy: leftKey !== undefined,
    create: async (parentId: DocumentId | null = null): Promise<void> => {
      setLeftKey(key);
      if (!(await tellFailure(documentTexts.createFailed, make(parentId)))) setLeftKey(undefined);
    },
  };
}

/** Was the document of the page made a moment ago? True once, since a reload or the way back comes to a document like all others. */
export function useIsNew(): boolean {
  const { state, pathname } = useLocation() as Location<Partial<NewDocument> | null>;
  const navigate = useNavigate();
  const [isNew] = useState(state?.isNew === true);
  useEffect(() => {
    if (state?.isNew) void navigate(pathname, { replace: true, state: null });
  }, [state, pathname, navigate]);
  return isNew;
}
