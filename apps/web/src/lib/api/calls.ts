import {
  toApiError,
  type AccountWithTokens,
  type ApiError,
  type CallOptions,
} from "@colbin/client";
import type { CallOf, EndpointName, ReplyOf, UserId, WorkspaceId } from "@colbin/protocol";
import {
  QueryClient,
  type MutationOptions,
  type Query,
  type QueryKey,
} from "@tanstack/react-query";

/** How often a call that may pass the next time is made again by itself. */
const TRIES_AGAIN = 2;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 10_000;

/** The part of the account that a read or an act needs. */
export type CallingAccount = Pick<
  AccountWithTokens,
  "call" | "runtime" | "session" | "workspaceId"
>;

/** One wish of the person: its tries share the key, so that the server acts once however many of them arrive. */
export interface Intent<N extends EndpointName> {
  readonly input: CallOf<N>;
  readonly options: CallOptions;
}

/** A refusal stands; only what failed on its way is tried again. */
function mayTryAgain(failures: number, cause: Error): boolean {
  const { retryable, status } = toApiError(cause);
  const isRefused = status >= 400 && status < 500;
  return failures < TRIES_AGAIN && retryable && !isRefused;
}

function delayMs(failures: number, cause: Error): number {
  const { retryAfterMs } = toApiError(cause);
  return Math.min(retryAfterMs ?? FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
}

/** The answers that pages have read and that nobody pushes to them. None of them outlives the person who was signed in. */
export function createQueryClient({ session }: Pick<CallingAccount, "session">): QueryClient {
  // Whether there is a network the call finds out itself, and says so instead of waiting without a word.
  const policy = { retry: mayTryAgain, retryDelay: delayMs, networkMode: "always" } as const;
  const client = new QueryClient({ defaultOptions: { queries: policy, mutations: policy } });
  let userId = session.getSnapshot().user?.id;
  session.subscribe(() => {
    const next = session.getSnapshot().user?.id;
    if (next !== userId) client.clear();
    userId = next;
  });
  return client;
}

/** The person who reads, and their workspace. */
interface Reader {
  readonly account: CallingAccount;
  readonly userId: UserId | undefined;
  readonly workspaceId: WorkspaceId | undefined;
}

/** A read: kept by the person and the workspace that it is of. */
export function toQuery<N extends EndpointName>(
  { account, userId, workspaceId }: Reader,
  name: N,
  input: CallOf<N>,
) {
  // The inputs of all calls together are a union that TypeScript gives up on.
  const asked: unknown = input;
  return {
    queryKey: [userId, workspaceId, name, asked] satisfies QueryKey,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      account.call(name, input, { signal, ...(workspaceId && { workspaceId }) }),
  };
}

/**
 * Reads again each answer of these names that is in use. A read that is under way without an answer yet is not begun again by an
 * invalidation, and may be older than the news: it is followed by another one.
 */
export async function renewReads(
  client: QueryClient,
  names: readonly EndpointName[],
): Promise<void> {
  const isOne = ({ queryKey }: Query) => names.some((name) => name === queryKey[2]);
  const isFirst = (query: Query) => isOne(query) && query.state.data === undefined;
  const firsts = client.isFetching({ predicate: isFirst });
  await client.invalidateQueries({ predicate: isOne });
  if (firsts > 0) await client.invalidateQueries({ predicate: isOne });
}

export function toIntent<N extends EndpointName>(
  { runtime, workspaceId }: CallingAccount,
  input: CallOf<N>,
  more?: Pick<CallOptions, "image" | "elevation" | "keepalive">,
): Intent<N> {
  const place = workspaceId();
  const options = { idempotencyKey: runtime.uuid(), ...(place && { workspaceId: place }), ...more };
  return { input, options };
}

export function toMutation<N extends EndpointName>(
  account: CallingAccount,
  name: N,
): MutationOptions<ReplyOf<N>, ApiError, Intent<N>> {
  return { mutationFn: ({ input, options }) => account.call<N>(name, input, options) };
}
