import type { UserId } from "@colbin/protocol";
import type { EditingNews, WantedVersion } from "./version-keeping.service.ts";

/** Editors of the open documents of this process since these were stored, and versions that are to be kept then. */
export interface Editing {
  note(name: string, by: UserId): void;
  /** By this person, or by those who have been noted. */
  want(name: string, version: Omit<WantedVersion, "by">, by?: UserId): void;
  /** All that there is of a document, which is stored now. */
  take(name: string): EditingNews;
  /** News that were not stored, before those that came meanwhile. */
  giveBack(name: string, news: EditingNews): void;
}

/** Notes that are lost with the process, as the changes that they are about; each is taken once. */
export function openEditing(): Editing {
  const editing = new Map<string, EditingNews>();
  const newsOf = (name: string): EditingNews => editing.get(name) ?? { wanted: [], by: [] };
  return {
    note(name, by) {
      const news = newsOf(name);
      if (!news.by.includes(by)) editing.set(name, { ...news, by: [...news.by, by] });
    },
    want(name, version, by) {
      const news = newsOf(name);
      const editors = by === undefined ? news.by : [by];
      editing.set(name, { wanted: [...news.wanted, { ...version, by: editors }], by: [] });
    },
    take(name) {
      const news = newsOf(name);
      editing.delete(name);
      return news;
    },
    giveBack(name, news) {
      editing.set(name, join(news, newsOf(name)));
    },
  };
}

/** Writers before a version that was wanted meanwhile are among its editors. */
function join(first: EditingNews, then: EditingNews): EditingNews {
  const [next, ...later] = then.wanted;
  const by = [...new Set([...first.by, ...(next ?? then).by])];
  if (!next) return { wanted: first.wanted, by };
  return { wanted: [...first.wanted, { ...next, by }, ...later], by: then.by };
}
