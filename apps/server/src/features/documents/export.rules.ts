import type { DocumentId } from "@colbin/protocol";

/* Names of documents where they are files. */

const NAME_MAX = 80;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A title as the name of a file or a folder on every system: nothing that leads elsewhere, and never empty. */
export function toFileName(title: string): string {
  const plain = title
    .normalize("NFC")
    .replaceAll(/\p{Bidi_Control}/gu, "")
    .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, " ")
    .replaceAll(/\s+/g, " ");
  const cut = Array.from(plain).slice(0, NAME_MAX).join("");
  const name = cut.replaceAll(/^[. ]+|[. ]+$/g, "");
  if (name === "") return "Untitled";
  return RESERVED.test(name) ? `${name}_` : name;
}

interface Placed {
  readonly id: DocumentId;
  readonly parentId: DocumentId | null;
  readonly title: string;
}

interface Filed {
  readonly id: DocumentId;
  /** Within the archive; documents below stand in the folder of this name. */
  readonly path: string;
}

/** Paths of documents, given those above first: each once, and each before those below it. One whose parent is not given is at the top. */
export function layOut(rows: readonly Placed[]): readonly Filed[] {
  const given = new Set(rows.map(({ id }) => id));
  const below = Map.groupBy(rows, ({ parentId }) =>
    parentId !== null && given.has(parentId) ? parentId : null,
  );
  const place = (parentId: DocumentId | null, folder: string): Filed[] => {
    const taken = new Set<string>();
    return (below.get(parentId) ?? []).flatMap(({ id, title }) => {
      const path = folder + toUnused(toFileName(title), taken);
      return [{ id, path }, ...place(id, `${path}/`)];
    });
  };
  return place(null, "");
}

/** Not every system tells names apart that differ in their case alone. */
function toUnused(name: string, taken: Set<string>): string {
  let [unused, count] = [name, 1];
  while (taken.has(unused.toLowerCase())) unused = `${name} (${(count += 1)})`;
  taken.add(unused.toLowerCase());
  return unused;
}
