import { isBlank, PLAN_MAX_MS, POLL_OPTION_MAX, toLine, type PollInput } from "@colbin/protocol";

/** The options as they are stored, each of one line and different; undefined where one may not be (rules-messages 44). */
export function toOptions({ options }: Pick<PollInput, "options">): string[] | undefined {
  const lines = options.map((text) => toLine(text, POLL_OPTION_MAX) ?? "");
  if (lines.some(isBlank) || new Set(lines).size < lines.length) return undefined;
  return lines;
}

/** Why a poll cannot be sent that closes at this moment: its time is over, as of one that waited for a connection, or a year away. */
export function judgeClosing(at: Date, now: Date): "over" | "too far" | undefined {
  const ahead = at.getTime() - now.getTime();
  if (ahead <= 0) return "over";
  return ahead > PLAN_MAX_MS ? "too far" : undefined;
}

/** The places of these options in a poll, each once; undefined where that is no vote in it. */
export function toPlaces(
  optionIds: readonly string[],
  poll: { readonly optionCount: number; readonly isMultiple: boolean },
): number[] | undefined {
  const places = [...new Set(optionIds)].map(Number);
  const isThere = (place: number): boolean =>
    Number.isInteger(place) && place >= 1 && place <= poll.optionCount;
  if (!places.every(isThere) || (places.length > 1 && !poll.isMultiple)) return undefined;
  return places.toSorted((one, other) => one - other);
}
