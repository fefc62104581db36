import type { ApiError } from "@colbin/client";
import type { CallOf, EndpointName, ReplyOf } from "@colbin/protocol";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useStore } from "#web/lib/react/use-store.ts";
import { account } from "./account.ts";
import { toQuery } from "./calls.ts";
import { queryClient } from "./queries.ts";

interface CallRhythm {
  /** Read again so often while the page is looked at. */
  readonly refreshMs?: number;
  /** A list by page: what was asked for before is shown until what is asked for now is there. */
  readonly isPaged?: boolean;
  /** An answer that is not older is not asked for again. */
  readonly freshMs?: number;
  /** Nothing is read. */
  readonly isOff?: boolean;
}

/** Reads what nobody pushes: `useCall("listRooms", { query: {} })`. Read again where another screen shows it later. */
export function useCall<N extends EndpointName>(
  name: N,
  input: CallOf<N>,
  rhythm?: CallRhythm,
): UseQueryResult<ReplyOf<N>, ApiError> {
  // Another person may sign in on another tab: what is shown is then read anew.
  const userId = useStore(account.session, ({ user }) => user?.id);
  // The answer belongs to the workspace where the person is: where they go elsewhere, it is read there.
  const workspaceId = useStore(account.place, () => account.workspaceId());
  return useQuery<ReplyOf<N>, ApiError>(
    {
      ...toQuery({ account, userId, workspaceId }, name, input),
      staleTime: rhythm?.freshMs ?? 0,
      enabled: !rhythm?.isOff,
      refetchInterval: rhythm?.refreshMs ?? false,
      placeholderData: (before) => (rhythm?.isPaged ? before : undefined),
    },
    queryClient,
  );
}
