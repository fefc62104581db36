import { VERSION_NAME_MAX, type DocumentVersion } from "@colbin/protocol";
import { useState } from "react";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { isComposing } from "#web/lib/actions/composition.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { versionReads } from "./version-reads.ts";
import { versionTexts } from "./version-texts.ts";

/** The name of a version, saved when the person goes on. Escape brings back the one before, as long as it is not saved; an empty one is none. */
export function VersionName({ version }: { version: DocumentVersion }) {
  const [typed, setTyped] = useState<string>();
  const { act } = useAct("updateDocumentVersion", versionReads);

  async function save(): Promise<void> {
    const name = typed?.trim();
    if (name === undefined || name === (version.name ?? "")) return setTyped(undefined);
    const { documentId: id, id: versionId } = version;
    const isSaved = await tellFailure(
      versionTexts.nameFailed,
      act({ params: { id, versionId }, body: { name: name || null } }),
    );
    // Another name may be typed by now.
    if (isSaved) setTyped((now) => (now === typed ? undefined : now));
  }

  return (
    <input
      aria-label={t(versionTexts.name)}
      placeholder={t(versionTexts.nameThis)}
      dir="auto"
      autoComplete="off"
      maxLength={VERSION_NAME_MAX}
      value={typed ?? version.name ?? ""}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        if (event.key === "Escape" && typed !== undefined) {
          // Otherwise the sheet would close as well.
          event.preventDefault();
          setTyped(undefined);
        }
        if (event.key !== "Enter") return;
        event.preventDefault();
        event.currentTarget.blur();
      }}
      className="-mx-2 h-control-sm w-[calc(100%+1rem)] rounded-sm border border-line px-2 font-strong text-ink placeholder:font-normal placeholder:text-ink-subtle"
    />
  );
}
