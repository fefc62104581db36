import type { History, Log, Violation } from "../history.ts";
import { checkAccess, checkDepartures, checkUnread } from "./access.ts";
import { indexLog } from "./index-log.ts";
import { checkAgreement, checkContinuity, checkReads, checkScreens } from "./observers.ts";
import {
  checkAuthorOrder,
  checkNumbers,
  checkOrigins,
  checkRealTime,
  checkSends,
} from "./sends.ts";

/** Every promise that the history of a run breaks, held against the log that it left. Pure; an empty list is a good run. */
export function checkHistory(history: History, log: Log): Violation[] {
  const { sends, connections, reads, snapshots, departures, marks, screens } = history;
  const indexed = indexLog(log);
  const answers = sends.flatMap(({ client, room, acknowledgements }) =>
    acknowledgements.slice(0, 1).map(({ seq, at }) => ({ client, room, seq, at })),
  );
  return [
    ...checkNumbers(indexed),
    ...checkSends(sends, indexed),
    ...checkOrigins(sends, indexed),
    ...checkAuthorOrder(sends, indexed),
    ...checkRealTime(sends, indexed),
    ...checkAgreement(connections, indexed),
    ...checkContinuity(connections, { snapshots: [...reads, ...snapshots], answers }, indexed),
    ...checkReads(reads, answers, indexed),
    ...checkScreens(screens, indexed),
    ...checkAccess(connections, indexed),
    ...checkDepartures(departures, indexed),
    ...checkUnread(screens, marks, indexed),
  ];
}
