import type { Upload } from "@colbin/client";
import { useState } from "react";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useFilePreview } from "#web/lib/device/file-previews.ts";
import { uploads } from "#web/lib/device/uploads.ts";
import { t } from "#web/lib/language/i18n.ts";
import { trayTexts } from "#web/features/files/tray-texts.ts";

/** With ten images all of them still fit into what a message may carry. */
const ALT_MAX = 250;

/** Asks for the words of an image. */
export function DescribeDialog({ file, onClose }: { file: Upload; onClose: () => void }) {
  const { id, name, width } = file;
  const [alt, setAlt] = useState(file.alt ?? "");
  const url = useFilePreview(id, width !== undefined);
  return (
    <FormDialog
      title={t(trayTexts.describe, { name })}
      verb={t(trayTexts.save)}
      onConfirm={async () => uploads.describe(id, alt)}
      onClose={onClose}
    >
      {url !== undefined && (
        <img
          src={url}
          alt=""
          className="mb-3 max-h-56 w-full rounded-md bg-sunken object-contain"
        />
      )}
      <TextArea
        label={t(trayTexts.alt)}
        hint={t(trayTexts.altHint)}
        value={alt}
        maxLength={ALT_MAX}
        onChange={setAlt}
      />
    </FormDialog>
  );
}
