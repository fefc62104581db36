import { IMPORT_MAX_BYTES, importEndings, type ReplyOf } from "@colbin/protocol";
import clsx from "clsx";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { useDroppedFile } from "#web/features/avatars/use-dropped-file.ts";
import { account } from "#web/lib/api/account.ts";
import { renew } from "#web/lib/api/use-renewal.ts";
import { t } from "#web/lib/language/i18n.ts";
import { documentReads } from "./document-reads.ts";
import { fileTexts } from "./file-texts.ts";
import { ImportReport } from "./ImportReport.tsx";

/** A file of 20 MB on a slow line, and all of its pages. */
const PATIENCE_MS = 180_000;

interface ImportDialogProps {
  /** The address of the room that the documents are for; without it they are the person's own. */
  slug?: string;
  onClose: () => void;
}

/** Makes documents of a file, and shows what came of it. */
export function ImportDialog({ slug, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File>();
  const [isBusy, setBusy] = useState(false);
  const [report, setReport] = useState<ReplyOf<"importDocuments">>();
  const isTooLarge = file !== undefined && file.size > IMPORT_MAX_BYTES;

  async function run(): Promise<void> {
    if (!file || report) return;
    setBusy(true);
    try {
      // Not tried again by itself: what was made by the first try would be there twice.
      const image = { bytes: file, mediaType: "application/octet-stream" };
      const place = slug === undefined ? {} : { sessionRoomSlug: slug };
      const input = { query: { name: file.name, ...place } };
      setReport(await account.call("importDocuments", input, { image, timeoutMs: PATIENCE_MS }));
    } finally {
      setBusy(false);
      void renew(...documentReads);
    }
  }

  return (
    <FormDialog
      title={t(fileTexts.import)}
      text={t(fileTexts.importText)}
      verb={t(report ? fileTexts.done : fileTexts.import)}
      failure={t(fileTexts.importFailed)}
      isDisabled={!file || isTooLarge}
      isDone={report !== undefined}
      onConfirm={run}
      onClose={onClose}
    >
      {report ? (
        <ImportReport report={report} />
      ) : (
        <Chooser file={file} isBusy={isBusy} isTooLarge={isTooLarge} onChoose={setFile} />
      )}
    </FormDialog>
  );
}

interface ChooserProps {
  file: File | undefined;
  isBusy: boolean;
  isTooLarge: boolean;
  onChoose: (file: File) => void;
}

function Chooser({ file, isBusy, isTooLarge, onChoose }: ChooserProps) {
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDroppedFile(place, onChoose);
  return (
    <div
      ref={place}
      className={clsx(
        "grid justify-items-center gap-2 rounded-md border border-dashed border-line p-5 text-center",
        isOver && "bg-accent-soft outline-2 -outline-offset-4 outline-accent outline-dashed",
      )}
    >
      <FileUp className="size-6 text-ink-subtle" aria-hidden="true" />
      {file && <bdi className="max-w-full font-medium wrap-anywhere">{file.name}</bdi>}
      <Button autoFocus disabled={isBusy} onClick={() => input.current?.click()}>
        {t(file ? fileTexts.chooseOther : fileTexts.choose)}
      </Button>
      <span className="text-xs text-ink-subtle">{t(fileTexts.drop)}</span>
      <span role="status" className={clsx(isTooLarge && "text-danger-ink")}>
        {isTooLarge && t(fileTexts.tooLarge)}
        {isBusy && file && (
          <span className="inline-flex items-center gap-2">
            <Spinner />
            {t(fileTexts.importing, { name: file.name })}
          </span>
        )}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        accept={importEndings.join()}
        aria-label={t(fileTexts.choose)}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onChoose(chosen);
          // The same file again is a choice as well.
          target.value = "";
        }}
      />
    </div>
  );
}
