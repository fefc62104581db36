import { ApiError, createStore, type Http, type SessionState } from "@colbin/client";
import type { CurrentUser } from "@colbin/protocol";
import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createQueryClient,
  renewReads,
  toIntent,
  toMutation,
  toQuery,
  type CallingAccount,
} from "./calls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lost = new ApiError({
  code: "CONNECTION_LOST",
  message: "Connection lost",
  status: 0,
  details: {},
});
const limited = new ApiError({
  code: "RATE_LIMITED",
  message: "Too many requests",
  status: 429,
  details: { retryAfterMs: 10 },
});

function signedIn(id: string): SessionState {
  return { isAuthenticated: true, user: { id } as CurrentUser, endedBy: null };
}

function set(answer: () => Promise<unknown>) {
  const call = vi.fn<(...parts: unknown[]) => Promise<unknown>>(answer);
  let keys = 0;
  const session = createStore(signedIn("alice"));
  const account = {
    call: call as unknown as Http["call"],
    runtime: { uuid: () => `key-${(keys += 1)}` },
    session,
    workspaceId: () => undefined,
  } as unknown as CallingAccount;
  return { call, session, account, client: createQueryClient(account) };
}

const nobody = { userId: undefined, workspaceId: undefined };

function keysOf(call: ReturnType<typeof set>["call"]): unknown[] {
  return call.mock.calls.map(
    ([, , options]) => (options as { idempotencyKey: unknown }).idempotencyKey,
  );
}

test("the tries of one intent share its key, and another intent has another one", async () => {
  const answers = [lost, lost, undefined, undefined];
  const { call, account, client } = set(async () => {
    const error = answers.shift();
    if (error) throw error;
  });
  const act = new MutationObserver(client, toMutation(account, "updateMe"));
  const input = { body: { fullName: "Alice" } };

  const first = act.mutate(toIntent(account, input));
  await vi.runAllTimersAsync();
  await first;
  await act.mutate(toIntent(account, input));
  expect(keysOf(call)).toEqual(["key-1", "key-1", "key-1", "key-2"]);
});

test("a refusal stands, also one that a later try would pass", async () => {
  const { call, account, client } = set(() => Promise.reject(limited));
  const act = new MutationObserver(client, toMutation(account, "updateMe"));
  await expect(act.mutate(toIntent(account, { body: {} }))).rejects.toBe(limited);
  const read = new QueryObserver(client, toQuery({ ...nobody, account }, "getMe", {}));
  expect((await read.refetch()).error).toBe(limited);
  expect(call).toHaveBeenCalledTimes(2);
});

test("what one person read is gone when another one is there, and when nobody is", async () => {
  const { account, client, session } = set(async () => "theirs");
  const query = toQuery(
    { ...nobody, account, userId: session.getSnapshot().user?.id },
    "getMe",
    {},
  );
  const read = () => client.getQueryData(query.queryKey);
  await client.fetchQuery(query);
  session.update((state) => ({ ...state, isAuthenticated: true }));
  expect(read()).toBe("theirs");
  session.update(() => signedIn("bob"));
  expect(read()).toBeUndefined();

  await client.fetchQuery(query);
  session.update(() => ({ isAuthenticated: false, user: null, endedBy: "sign-out" }));
  expect(read()).toBeUndefined();
});

test("news that comes while the first read is under way is read after it", async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const { account, client } = set(() => answers[asked++]?.promise ?? Promise.reject(lost));
  const read = new QueryObserver(
    client,
    toQuery({ ...nobody, account }, "listRooms", { query: {} }),
  );
  const leave = read.subscribe(() => undefined);
  const renewed = renewReads(client, ["listRooms"]);
  answers[0]?.resolve("before the news");
  answers[1]?.resolve("with the news");
  await renewed;
  expect(read.getCurrentResult().data).toBe("with the news");
  leave();
});
