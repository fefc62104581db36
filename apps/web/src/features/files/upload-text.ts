import type { Upload } from "@colbin/client";
import { failureText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { sizeText } from "./file-words.ts";
import { trayTexts } from "./tray-texts.ts";

type UploadState = "failed" | "done" | "paused" | Upload["activity"];

export function uploadState({ failure, type, isPaused, activity }: Upload): UploadState {
  if (failure) return "failed";
  if (type) return "done";
  return isPaused ? "paused" : activity;
}

/** How a file stands on its way. */
export function uploadText(file: Upload): string {
  const { sent, size, failure } = file;
  const state = uploadState(file);
  switch (state) {
    case "failed": {
      const max = failure?.max;
      const reason =
        max === undefined
          ? failureText(failure ?? { code: "", message: "" })
          : t(trayTexts.tooLarge, { max: sizeText(max) });
      return t(trayTexts.notUploaded, { reason });
    }
    case "done":
      return sizeText(size);
    case "sending":
      return t(trayTexts.progress, { sent: sizeText(sent), size: sizeText(size) });
    case "waiting":
    case "cut":
    case "paused":
      return t(trayTexts[state]);
  }
}
