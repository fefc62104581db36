import type { LogEntry, Send, Violation } from "../history.ts";
import type { IndexedLog } from "./index-log.ts";

/** Acknowledged = in the log, once, where the answer said; refused = not in it; unknown = there or not, once at most. */
export function checkSends(sends: readonly Send[], log: IndexedLog): Violation[] {
  return sends.flatMap((send) => [...checkCopies(send, log), ...checkAnswers(send, log)]);
}

function checkCopies(send: Send, log: IndexedLog): Violation[] {
  const copies = log.copies(send);
  const what = nameOf(send);
  if (copies.length > 1)
    return [
      violation("doubled", `${what} is in the log ${copies.length} times: ${listSeqs(copies)}`),
    ];
  const [copy] = copies;
  if (send.outcome === "ok" && !copy) return [violation("lost", `${what} was acknowledged`)];
  // The same intent with another content is refused; the first content stays.
  const isThere = copy?.message?.content === send.content;
  if (send.outcome === "fail" && isThere)
    return [violation("refused but there", `${what} is at seq ${copy?.seq}`)];
  if (send.outcome === "ok" && !isThere)
    return [violation("changed", `${what} has another content at seq ${copy?.seq}`)];
  return [];
}

function checkAnswers(send: Send, log: IndexedLog): Violation[] {
  const [copy] = log.copies(send);
  return send.acknowledgements.flatMap(({ seq, id }) => {
    if (copy?.seq === seq && copy.id === id) return [];
    const truth = copy ? `it is at seq ${copy.seq} as ${copy.id}` : "it is not in the log";
    return [violation("wrong answer", `${nameOf(send)}: told seq ${seq} as ${id}, but ${truth}`)];
  });
}

/** Nothing is in the log that nobody sent, or with a text that nobody gave it. */
export function checkOrigins(sends: readonly Send[], { log }: IndexedLog): Violation[] {
  const known = new Set(sends.map((send) => textOf(send.room, send)));
  const violations: Violation[] = [];
  for (const [room, { entries }] of log) {
    for (const { seq, message } of entries) {
      if (!message || message.isSystem || known.has(textOf(room, message))) continue;
      violations.push(violation("from nowhere", `${room} seq ${seq}: "${message.content}"`));
    }
  }
  return violations;
}

function textOf(
  room: string,
  { author, clientMessageId, content }: Pick<Send, "author" | "clientMessageId" | "content">,
): string {
  return JSON.stringify([room, author, clientMessageId, content]);
}

/** The messages of one author in one room are in the order of writing. */
export function checkAuthorOrder(sends: readonly Send[], log: IndexedLog): Violation[] {
  const violations: Violation[] = [];
  const lanes = Map.groupBy(
    sends.filter(({ number }) => number !== undefined),
    ({ room, author }) => `${room} ${author}`,
  );
  for (const lane of lanes.values()) {
    let last = 0;
    for (const send of lane.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0))) {
      const seq = log.copies(send)[0]?.seq;
      if (seq === undefined) continue;
      if (seq < last)
        violations.push(violation("author order", `${nameOf(send)} is before an earlier one`));
      last = Math.max(last, seq);
    }
  }
  return violations;
}

/** What was begun after an answer has a later place than what was answered. */
export function checkRealTime(sends: readonly Send[], log: IndexedLog): Violation[] {
  const violations: Violation[] = [];
  for (const [, inRoom] of Map.groupBy(sends, ({ room }) => room)) {
    const ended = inRoom
      .flatMap((send) => send.acknowledgements.slice(0, 1).map(({ seq, at }) => ({ seq, at })))
      .toSorted((one, other) => one.at - other.at);
    let place = 0;
    let known = 0;
    for (const send of inRoom.toSorted((one, other) => one.invokedAt - other.invokedAt)) {
      for (let each = ended[place]; each && each.at < send.invokedAt; each = ended[place]) {
        known = Math.max(known, each.seq);
        place += 1;
      }
      const seq = log.copies(send)[0]?.seq;
      if (seq !== undefined && seq < known)
        violations.push(
          violation("real time", `${nameOf(send)} got seq ${seq} after ${known} was acknowledged`),
        );
    }
  }
  return violations;
}

/** Seq is 1, 2, 3 … to the head, and so is msgNo over what is numbered. */
export function checkNumbers({ log }: IndexedLog): Violation[] {
  const violations: Violation[] = [];
  for (const [room, { entries, lastSeq, lastMsgNo }] of log) {
    let seq = 0;
    let msgNo = 0;
    for (const entry of entries) {
      seq += 1;
      if (entry.seq !== seq)
        violations.push(violation("gap in seq", `${room}: ${entry.seq}, not ${seq}`));
      seq = entry.seq;
      if (entry.msgNo === null) continue;
      msgNo += 1;
      if (entry.msgNo !== msgNo)
        violations.push(
          violation("gap in msgNo", `${room} seq ${seq}: ${entry.msgNo}, not ${msgNo}`),
        );
      msgNo = entry.msgNo;
    }
    if (seq !== lastSeq || msgNo !== lastMsgNo)
      violations.push(
        violation(
          "head",
          `${room}: the log ends at ${seq} (${msgNo}), the room says ${lastSeq} (${lastMsgNo})`,
        ),
      );
  }
  return violations;
}

function nameOf({ room, client, content }: Send): string {
  return `"${content}" of ${client} in ${room}`;
}

function listSeqs(copies: readonly LogEntry[]): string {
  return copies.map(({ seq }) => seq).join(", ");
}

function violation(rule: string, text: string): Violation {
  return { rule, text };
}
