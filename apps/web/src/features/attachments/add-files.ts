import type { AddedFile } from "@colbin/client";
import { FILES_PER_MESSAGE, type RoomId } from "@colbin/protocol";
import { toast } from "#web/design/overlay/toast.ts";
import { trays } from "#web/lib/device/trays.ts";
import { uploads } from "#web/lib/device/uploads.ts";
import { t } from "#web/lib/language/i18n.ts";
import { fileTexts } from "./texts.ts";

export interface TrayPlace {
  /** The name of the composer's draft. */
  readonly at: string;
  readonly roomId: RoomId;
}

/** Puts files into the tray of a composer, as many as a message takes. */
export async function addFiles({ at, roomId }: TrayPlace, files: readonly File[]): Promise<void> {
  const whole = files.filter(({ size }) => size > 0);
  const [empty] = files.filter(({ size }) => size === 0);
  if (empty) tell(t(fileTexts.empty, { name: empty.name }), t(fileTexts.emptyWhy));
  const measured = await Promise.all(whole.map(measure));
  const free = FILES_PER_MESSAGE - (trays.getSnapshot().get(at)?.files.length ?? 0);
  const tooMany = measured.length - free;
  if (tooMany > 0)
    tell(t(fileTexts.tooMany, { n: tooMany }), t(fileTexts.tooManyWhy, { n: FILES_PER_MESSAGE }));
  uploads.add({ place: at, roomId }, measured.slice(0, Math.max(0, free)));
}

/** The files among what was dropped: a folder has no bytes of its own. */
export function filesOf({ items }: DataTransfer): File[] {
  return [...items].flatMap((item) => {
    const file = item.kind === "file" ? item.getAsFile() : null;
    if (!file) return [];
    if (!item.webkitGetAsEntry()?.isDirectory) return [file];
    tell(t(fileTexts.folder, { name: file.name }), t(fileTexts.emptyWhy));
    return [];
  });
}

function tell(title: string, description: string): void {
  toast({ title, description, variant: "warning" });
}

/** With the size of an image that this browser can show, so that its place is known before it is there. */
async function measure(file: File): Promise<AddedFile> {
  const facts = { bytes: file, name: file.name, mediaType: file.type };
  if (!file.type.startsWith("image/")) return facts;
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return { ...facts, width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return facts;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
