import type { File } from "@colbin/protocol";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { openSide } from "#web/lib/routing/side.ts";
import { usageTexts } from "./details-texts.ts";
import { FileThumb } from "./FileThumb.tsx";
import { sizeText } from "./file-words.ts";

interface LargestDialogProps {
  files: readonly File[];
  onClose: () => void;
}

/** The largest of the person's own files; each leads to its sheet, where it is deleted. */
export function LargestDialog({ files, onClose }: LargestDialogProps) {
  return (
    <Dialog title={t(usageTexts.largest)} text={t(usageTexts.largestText)} onClose={onClose}>
      <ul aria-label={t(usageTexts.largest)} className="-mx-2 min-w-0">
        {files.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              onClick={() => {
                onClose();
                openSide({ name: "file", at: file.id });
              }}
              className="flex min-h-11 w-full items-center gap-2.75 rounded-sm px-2 text-start hover:bg-hover"
            >
              <FileThumb file={file} />
              <bdi className="clip-line flex-1 font-medium">{file.name}</bdi>
              {file.trashedAt !== null && (
                <span className="text-xs text-ink-subtle">{t(usageTexts.inTrash)}</span>
              )}
              <span className="text-ink-muted tabular-nums">{sizeText(file.size)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
