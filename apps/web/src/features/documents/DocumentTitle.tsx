import { DOCUMENT_TITLE_MAX, type Document } from "@colbin/protocol";
import { useEffect, useEffectEvent, useState } from "react";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { isComposing } from "#web/lib/actions/composition.ts";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { documentReads } from "./document-reads.ts";
import { editorTexts } from "./editor-texts.ts";

interface DocumentTitleProps {
  document: Document;
  isWritable: boolean;
  /** The document was just made: the title is what comes first. */
  isNew: boolean;
  /** By Enter: on to the text. */
  onDone: () => void;
}

const REST_MS = 1_000;

/** The title, saved when the person rests, goes on or leaves; one that was refused stays in the field, and Escape brings back the one before. */
export function DocumentTitle({ document, isWritable, isNew, onDone }: DocumentTitleProps) {
  const [typed, setTyped] = useState<string>();
  const { act } = useAct("updateDocument", documentReads);

  async function save(title: string): Promise<boolean> {
    if (title === document.title) return true;
    return tellFailure(
      editorTexts.renameFailed,
      act({ params: { id: document.id }, body: { title } }, { keepalive: true }),
    );
  }
  async function finish(): Promise<void> {
    if (typed === undefined) return;
    const isSaved = await save(typed.trim());
    // Another title may be typed by now.
    if (isSaved) setTyped((now) => (now === typed ? undefined : now));
  }
  const saveRested = useEffectEvent((title: string) => void save(title));
  useEffect(() => {
    // An empty title becomes "Untitled", which nobody wants to meet while they think of one.
    const title = typed?.trim() ?? "";
    if (title === "") return undefined;
    const rest = setTimeout(() => saveRested(title), REST_MS);
    return () => clearTimeout(rest);
  }, [typed]);
  const saveLast = useEffectEvent(() => {
    const title = typed?.trim() ?? "";
    if (title !== "") void save(title);
  });
  useEffect(() => {
    const stop = account.runtime.onSignal((signal) => signal === "hidden" && saveLast());
    return () => {
      stop();
      saveLast();
    };
  }, []);

  return (
    <textarea
      rows={1}
      aria-label={t(editorTexts.title)}
      placeholder={t(editorTexts.untitled)}
      readOnly={!isWritable}
      autoFocus={isNew}
      dir="auto"
      autoComplete="off"
      maxLength={DOCUMENT_TITLE_MAX}
      value={typed ?? document.title}
      onFocus={({ target }) => isNew && target.select()}
      // Pasted text may have lines.
      onChange={({ target }) => setTyped(target.value.replaceAll(/\s*[\r\n]+\s*/g, " "))}
      onBlur={() => void finish()}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        if (event.key === "Escape") setTyped(undefined);
        if (event.key !== "Enter") return;
        event.preventDefault();
        event.currentTarget.blur();
        onDone();
      }}
      className="-mx-2 field-sizing-content block w-[calc(100%+1rem)] resize-none rounded-sm px-2 text-2xl font-strong tracking-title text-ink placeholder:font-strong"
    />
  );
}
