import { createStore } from "@colbin/client";
import { useEffect } from "react";
import { useStore } from "#web/lib/react/use-store.ts";
import { uploads } from "./uploads.ts";

/** So many images of this device stay at hand. */
const KEPT_MAX = 40;

/** Addresses of images of this device, by the id here and by that of the file that the server made of it. */
const previews = createStore<ReadonlyMap<string, string>>(new Map());

/** The address of an image that was added in this browser, also once its message has arrived: no second image is loaded for it. */
export function useFilePreview(id: string, isWanted: boolean): string | undefined {
  const url = useStore(previews, (all) => all.get(id));
  const isMissing = isWanted && url === undefined;
  useEffect(() => {
    if (isMissing) void load(id);
  }, [id, isMissing]);
  return url;
}

async function load(id: string): Promise<void> {
  const bytes = await uploads.bytesOf(id);
  if (!(bytes instanceof Blob) || previews.getSnapshot().has(id)) return;
  keep(id, URL.createObjectURL(bytes));
}

function keep(id: string, url: string): void {
  const next = new Map(previews.getSnapshot()).set(id, url);
  const [oldest] = next.values();
  if (next.size > KEPT_MAX && oldest !== undefined) {
    for (const [key, each] of next) if (each === oldest) next.delete(key);
    URL.revokeObjectURL(oldest);
  }
  previews.update(() => next);
}

/** Its file of the server is the same image. */
function follow(): void {
  for (const { id, uploadId, type } of uploads.store.getSnapshot().values()) {
    const url = previews.getSnapshot().get(id);
    const isNew = uploadId !== undefined && !previews.getSnapshot().has(uploadId);
    if (type && isNew && url !== undefined) keep(uploadId, url);
  }
}

uploads.store.subscribe(follow);
