import type { Page } from "playwright-core";

/** All that the browser keeps of the app beside its local storage. */
export function readKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [];
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("IndexedDB")));
      });
    for (const { name = "" } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name));
      for (const store of db.objectStoreNames)
        kept.push(...(await settled<unknown[]>(db.transaction(store).objectStore(store).getAll())));
      db.close();
    }
    return JSON.stringify(kept);
  });
}
