import type { UserSummary } from "@colbin/protocol";
import { useDeferredValue } from "react";
import { useCall } from "#web/lib/use-call.ts";
import { PEOPLE_OFFERED } from "./constants.ts";

/** A whole address, number or username finds people whom the caller does not see otherwise. */
const whole = /@|^\+?\d{6,}$/;

/** Whom the person may talk to, of those whose name holds what is typed. */
export function usePeopleSearch(text: string) {
  const wanted = useDeferredValue(text.trim());
  const search = whole.test(wanted) ? { search: wanted.replace(/^@/, "") } : { fullName: wanted };
  const query = { page: 1, limit: PEOPLE_OFFERED, ...(wanted !== "" && search) };
  const { data, error, refetch } = useCall("suggestUsers", { query }, { isPaged: true });
  const people: readonly UserSummary[] | undefined = data?.results;
  return { people, error, onRetry: () => void refetch() };
}
