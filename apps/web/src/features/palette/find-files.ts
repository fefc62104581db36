import { FILE_NAME_UNITS_MAX } from "@colbin/protocol";
import { typeLooks, sizeText } from "#web/features/files/file-words.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { FILES_PATH } from "#web/lib/routing/paths.ts";
import { sidePath } from "#web/lib/routing/side.ts";
import type { Command } from "./command.ts";
import { paletteTexts } from "./texts.ts";

/** Files at most, and then the way to all of them. */
const FILES_MAX = 5;

/** Files of the workspace by their names, the newest first; without a text the newest of all. */
export async function findFiles(
  text: string,
  signal: AbortSignal,
  navigate: (path: string) => void,
): Promise<readonly Command[]> {
  const search = text.slice(0, FILE_NAME_UNITS_MAX);
  const workspaceId = account.workspaceId();
  const { results, nextCursor } = await account.call(
    "listFiles",
    { query: { limit: FILES_MAX, ...(search !== "" && { search }) } },
    { signal, ...(workspaceId && { workspaceId }) },
  );
  const found = results.map(({ id, name, type, size, place, ownerName, createdAt }): Command => ({
    id: `file:${id}`,
    title: name,
    subtitle: place
      ? t(paletteTexts.inRoom, { author: ownerName, room: place.roomTitle })
      : sizeText(size),
    category: "file",
    keywords: [],
    score: Date.parse(createdAt),
    mark: { kind: "icon", icon: typeLooks[type].icon },
    // It may be deleted or renamed tomorrow.
    isUnrecorded: true,
    run: () => navigate(sidePath(FILES_PATH, { name: "file", at: id })),
  }));
  return nextCursor === null ? found : [...found, showAll(search, navigate)];
}

/** Behind all that was found. */
function showAll(search: string, navigate: (path: string) => void): Command {
  const query = new URLSearchParams({ q: search }).toString();
  return {
    id: "file:all",
    title: t(paletteTexts.filesAll),
    category: "file",
    keywords: [],
    score: Number.MIN_VALUE,
    isUnrecorded: true,
    run: () => navigate(search === "" ? FILES_PATH : `${FILES_PATH}?${query}`),
  };
}
