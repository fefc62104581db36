import type {
  CallOf,
  CurrentUser,
  FirstStep,
  SecondFactorMethod,
  SignedIn,
} from "@colbin/protocol";
import { ApiError } from "./api-error.ts";
import type { Http } from "./http.ts";
import { createStore, type Store } from "./store.ts";

type WithoutToken<Body> = Body extends unknown ? Omit<Body, "token"> : never;
/** The proof of one of the factors, beside the token of the first step. */
export type SecondFactorProof = WithoutToken<CallOf<"verifySecondFactor">["body"]>;

/** A sign-in whose first step was right, and which waits for the second one. */
export interface AskedSecondFactor {
  readonly token: string;
  readonly methods: readonly SecondFactorMethod[];
  /** Signs in; rejects where the proof is refused, and another one may be tried. */
  readonly verify: (proof: SecondFactorProof) => Promise<void>;
  /** Ends it; the first step fails with this reason. */
  readonly cancel: (reason?: ApiError) => void;
}

export interface SecondFactors {
  readonly asked: Store<AskedSecondFactor | undefined>;
  /** Begins the session, where the account has a second factor once that was shown. */
  readonly complete: (reply: FirstStep) => Promise<CurrentUser>;
}

/** The second step of every sign-in: its first step waits for it, wherever that was made. */
export function createSecondFactors(
  call: Http["call"],
  begin: (reply: SignedIn) => CurrentUser,
): SecondFactors {
  const asked = createStore<AskedSecondFactor | undefined>(undefined);
  return {
    asked,
    async complete(reply) {
      if (!("secondFactor" in reply)) return begin(reply);
      const { token, methods } = reply.secondFactor;
      const ended = Promise.withResolvers<CurrentUser>();
      const end = () => asked.update((now) => (now?.token === token ? undefined : now));
      asked.getSnapshot()?.cancel();
      asked.update(() => ({
        token,
        methods,
        async verify(proof) {
          const input = { body: { ...proof, token } } as CallOf<"verifySecondFactor">;
          const signedIn = await call("verifySecondFactor", input);
          end();
          ended.resolve(begin(signedIn));
        },
        cancel(reason = cancelled()) {
          end();
          ended.reject(reason);
        },
      }));
      return ended.promise;
    },
  };
}

function cancelled(): ApiError {
  const message = "Sign-in was cancelled";
  return new ApiError({ code: "REQUEST_ABORTED", message, status: 0, details: {} });
}
