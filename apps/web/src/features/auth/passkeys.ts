import { connectionLost, toApiError } from "@colbin/client";
import type { CallOf, NewPasskey, PasskeyAnswer } from "@colbin/protocol";
import type * as library from "@simplewebauthn/browser";
import { account } from "#web/lib/api/account.ts";
import type { Text } from "#web/lib/language/i18n.ts";
import { ownRefusal } from "./own-refusal.ts";
import { passkeyTexts } from "./passkey-texts.ts";

type Library = typeof library;
type Question = Parameters<Library["startAuthentication"]>[0]["optionsJSON"];
type Wish = Parameters<Library["startRegistration"]>[0]["optionsJSON"];

interface Asking {
  /** The first step of the person whose passkey it must be; of anybody, or of the session, where it is left out. */
  readonly token?: string;
  /** The session whose person answers. */
  readonly accessToken?: string;
}

/**
 * Has the person answer with a passkey, and `show` it to the server. Rejects where there is no answer, or where the server refuses it,
 * in words about passkeys: its own are about codes.
 */
export async function showPasskey(
  { token, accessToken }: Asking,
  show: (passkey: PasskeyAnswer) => Promise<unknown>,
): Promise<void> {
  const body: CallOf<"askPasskey">["body"] = token === undefined ? {} : { token };
  const asked = account.call(
    "askPasskey",
    { body },
    accessToken === undefined ? {} : { accessToken },
  );
  const [{ options }, { startAuthentication }] = await Promise.all([asked, loadLibrary()]);
  const answer = await inBrowser(
    () => startAuthentication({ optionsJSON: options as unknown as Question }),
    { NotAllowedError: passkeyTexts.notUsed },
  );
  try {
    await show(answer);
  } catch (cause) {
    if (toApiError(cause).code === "SECOND_FACTOR_INVALID") throw ownRefusal(passkeyTexts.unknown);
    throw cause;
  }
}

/** Has the browser make a passkey; rejects where it makes none. */
export async function makePasskey(elevation: string): Promise<NewPasskey> {
  const asked = account.call("startPasskey", {}, { elevation });
  const [{ options }, { startRegistration }] = await Promise.all([asked, loadLibrary()]);
  return inBrowser(() => startRegistration({ optionsJSON: options as unknown as Wish }), {
    NotAllowedError: passkeyTexts.notMade,
    InvalidStateError: passkeyTexts.madeBefore,
  });
}

/** By the names that WebAuthn gives to failures; its messages are for programmers. */
async function inBrowser<T>(
  ask: () => Promise<T>,
  reasons: Readonly<Record<string, Text>>,
): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : "";
    throw ownRefusal(reasons[name] ?? passkeyTexts.failed);
  }
}

async function loadLibrary(): Promise<Library> {
  try {
    return await import("@simplewebauthn/browser");
  } catch {
    throw connectionLost();
  }
}
