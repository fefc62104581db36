import type { UserSummary } from "@colbin/protocol";
import { useCall } from "#web/lib/api/use-call.ts";
import { SEARCH_PAUSE_MS, useSettled } from "#web/lib/react/use-settled.ts";
import { PEOPLE_OFFERED } from "./constants.ts";

/** A whole address, number or username finds people whom the caller does not see otherwise. */
const whole = /@|^\+?\d{6,}$/;

/** People whose name holds the typed text and to whom the person may talk. */
export function usePeopleSearch(text: string) {
  const typed = text.trim();
  const wanted = useSettled(typed, SEARCH_PAUSE_MS);
  const search = whole.test(wanted) ? { search: wanted.replace(/^@/, "") } : { fullName: wanted };
  const query = { page: 1, limit: PEOPLE_OFFERED, ...(wanted !== "" && search) };
  const call = useCall("suggestUsers", { query }, { isPaged: true });
  const people: readonly UserSummary[] | undefined = call.data?.results;
  /** Are these the people of what is typed, and not of a text before? */
  const isCurrent = wanted === typed && !call.isPlaceholderData;
  return { people, isCurrent, error: call.error, onRetry: () => void call.refetch() };
}
