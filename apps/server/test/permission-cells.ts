import {
  endpoints,
  type CommandType,
  type EndpointName,
  type EndpointShape,
} from "@colbin/protocol";
import { commandRules } from "./permission-commands.ts";
import { cells, type Cell, type Kind } from "./permission-kinds.ts";
import { kindsIn, type WorkspaceKind } from "./permission-places.ts";
import { endpointRules } from "./permissions.ts";

/* The cells of the permission matrix that are tried: all but families whose verdict another cell has by construction. */

/** A standing is looked up by the room's id: who is in one and who is not stand for the others where a call names no room. */
const standings: readonly Kind[] = ["OWN", "ADM", "COM", "REA", "REM", "BAN"];
/** The access type of a room is read where somebody is not in it, or invites: in a PROTECTED room one level stands for the others. */
const insiders: readonly Kind[] = ["OWN", "ADM", "COM", "REA", "GIN"];
/** No session is asked, or it gets one of its own that ends or leads elsewhere: who is signed in at all is what counts. */
const anybody: readonly Kind[] = ["MEM", "LNK", "ANO"];
/** They get no ticket, so no socket: the row of createWsTicket is theirs. What ends a socket: person-changes.test.ts. */
const withoutSocket: readonly Kind[] = ["SUS", "BLK", "ANO"];

/** Calls after which the session is over or elsewhere. */
export const leavings: readonly EndpointName[] = ["logout", "switchToPersonal"];

/** The cells of an operation that are tried in a workspace of this kind. */
export function cellsOf(call: EndpointName, workspace: WorkspaceKind): Cell[] {
  const { row, personal, input } = endpointRules[call];
  const all = cells(workspace === "organization" ? row : { ...row, ...personal });
  const shape: EndpointShape = endpoints[call];
  const isForAnybody = shape.access === "anyone" || leavings.includes(call);
  return without(all, workspace, namesRoom(input) ? [] : standings).filter(
    ({ kind }) => !isForAnybody || anybody.includes(kind),
  );
}

/** The same of a frame. */
export function frameCells(command: CommandType, workspace: WorkspaceKind): Cell[] {
  const { row, frame } = commandRules[command];
  return without(cells(row), workspace, [...withoutSocket, ...(namesRoom(frame) ? [] : standings)]);
}

function without(all: readonly Cell[], workspace: WorkspaceKind, left: readonly Kind[]): Cell[] {
  const kinds = kindsIn(workspace).filter((kind) => !left.includes(kind));
  const isLikeOthers = ({ type, kind, expected }: Cell) =>
    type === "PROTECTED" &&
    insiders.includes(kind) &&
    all.every((each) => each.kind !== kind || each.expected === expected);
  return all.filter((cell) => kinds.includes(cell.kind) && !isLikeOthers(cell));
}

/** Whether what is sent is about the room, its message or its people: it is another one for others of them. */
function namesRoom(input: (slug: string, messageId: string, userId: string) => unknown): boolean {
  return JSON.stringify(input("a", "b", "c")) !== JSON.stringify(input("d", "e", "f"));
}
