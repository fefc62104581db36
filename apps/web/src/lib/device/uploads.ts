import { Uploads, type OutgoingFile, type Upload } from "@colbin/client";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { deviceFiles } from "./file-rows.ts";
import { provideFiles } from "./needed-files.ts";
import { trays, type Tray } from "./trays.ts";

const unsound = {
  id: "attachments.unsound",
  message: "Remove the files that were not uploaded, or try them again.",
};

/** Files on their way from this device. */
export const uploads = new Uploads(account, chat.uploadHost, deviceFiles);

/** The files of the message that is being written in a place. */
export function trayFiles(all: ReadonlyMap<string, Upload>, place: string): Upload[] {
  return [...all.values()].filter((each) => each.place === place && !each.isHeld);
}

function toTray(files: readonly Upload[]): Tray {
  const ids = files.map(({ id }) => id);
  return {
    files: files.map(toOutgoing),
    problem: files.some(({ failure }) => failure) ? t(unsound) : undefined,
    hold: (isHeld) => uploads.hold(ids, isHeld),
  };
}

function toOutgoing(file: Upload): OutgoingFile {
  const { id, name, mediaType, size, width, height, alt, voice } = file;
  return { id, name, mediaType, size, width, height, alt, voice };
}

function isSame(one: Tray | undefined, other: Tray): boolean {
  const told = ({ files, problem }: Tray): string => JSON.stringify([files, problem]);
  return one !== undefined && told(one) === told(other);
}

/** Progress alone changes no tray. */
function follow(): void {
  const all = uploads.store.getSnapshot();
  const places = new Set([...all.values()].map(({ place }) => place));
  trays.update((before) => {
    const next = [...places].flatMap((place) => {
      const files = trayFiles(all, place);
      if (files.length === 0) return [];
      const [known, tray] = [before.get(place), toTray(files)];
      return [[place, known && isSame(known, tray) ? known : tray] as const];
    });
    const isKnown = ([place, tray]: (typeof next)[number]): boolean => before.get(place) === tray;
    return next.length === before.size && next.every(isKnown) ? before : new Map(next);
  });
}

uploads.store.subscribe(follow);
provideFiles(uploads);
