import { fileTypes, type CallOf, type FileType, type UserId } from "@colbin/protocol";
import { dayAfter, momentOf } from "#web/lib/language/dates.ts";
import { sinceTexts } from "./texts.ts";

/** Which files are listed; what is empty filters nothing. */
export interface FileFilter {
  readonly search: string;
  readonly type: FileType | "";
  /** The address of a room. */
  readonly room: string;
  readonly person: UserId | "";
  /** Days. */
  readonly since: keyof typeof sinceTexts | "";
  readonly isTrash: boolean;
}

export const noFilter: FileFilter = {
  search: "",
  type: "",
  room: "",
  person: "",
  since: "",
  isTrash: false,
};

const sinces = Object.keys(sinceTexts) as (keyof typeof sinceTexts)[];

/** As the address of the page has it: `/files?type=image&room=general`. */
export function readFilter(address: string): FileFilter {
  const query = new URLSearchParams(address);
  const text = (name: string) => query.get(name) ?? "";
  return {
    search: text("q"),
    type: fileTypes.find((each) => each === text("type")) ?? "",
    room: text("room"),
    person: /^[0-9a-f-]{36}$/.test(text("person")) ? (text("person") as UserId) : "",
    since: sinces.find((each) => each === text("since")) ?? "",
    isTrash: text("scope") === "trash",
  };
}

/** The address with this filter; all else of it stays. */
export function writeFilter(address: string, filter: FileFilter): string {
  const query = new URLSearchParams(address);
  const { search: q, isTrash, ...rest } = filter;
  for (const [name, value] of Object.entries({ q, scope: isTrash ? "trash" : "", ...rest }))
    if (value === "") query.delete(name);
    else query.set(name, value);
  return query.toString();
}

/** Does it leave anything out? */
export function isNarrowed(filter: FileFilter): boolean {
  const { isTrash: _, ...rest } = filter;
  return Object.values(rest).some((value) => value !== "");
}

/** The query of the server, on the day that it is today. */
export function toFileQuery(
  { search, type, person, since }: FileFilter,
  today: string,
): CallOf<"listFilesOfRoom">["query"] {
  return {
    ...(search.trim() !== "" && { search: search.trim() }),
    ...(type !== "" && { type }),
    ...(person !== "" && { ownerId: person }),
    ...(since !== "" && { from: momentOf(dayAfter(today, 1 - Number(since))).toISOString() }),
  };
}
