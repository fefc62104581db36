import type { ApiError, CallOptions, SyncedList } from "@colbin/client";
import type { CallOf, EndpointName, ReplyOf } from "@colbin/protocol";
import { useMutation } from "@tanstack/react-query";
import { account } from "./account.ts";
import { toIntent, toMutation, type Intent } from "./calls.ts";
import { queryClient } from "./queries.ts";
import { renew } from "./use-renewal.ts";

interface Act<N extends EndpointName> {
  /** Each call is an intent of its own: two of them act twice, however often each of them is tried. */
  readonly act: (
    input: CallOf<N>,
    options?: Pick<CallOptions, "image" | "elevation" | "keepalive">,
  ) => Promise<ReplyOf<N>>;
  readonly isPending: boolean;
  readonly error: ApiError | null;
}

/** Changes something: `useAct("updateMe")`. `renews` names the reads that show it, `lists` are those that do. */
export function useAct<N extends EndpointName>(
  name: N,
  renews: readonly EndpointName[] = [],
  lists: readonly Pick<SyncedList<unknown>, "look">[] = [],
): Act<N> {
  const renewAll = (): Promise<void> => {
    for (const list of lists) list.look();
    return renew(...renews);
  };
  const { mutateAsync, isPending, error } = useMutation<ReplyOf<N>, ApiError, Intent<N>>(
    {
      ...toMutation(account, name),
      onSuccess: renewAll,
      // It may be refused because what is shown is not so any more.
      onError: () => void renewAll(),
    },
    queryClient,
  );
  return {
    act: (input, options) => mutateAsync(toIntent<N>(account, input, options)),
    isPending,
    error,
  };
}
