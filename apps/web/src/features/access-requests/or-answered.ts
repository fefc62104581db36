import { toApiError } from "@colbin/client";

const answeredCodes: readonly string[] = ["ACCESS_REQUEST_CLOSED", "ACCESS_REQUEST_NOT_FOUND"];

/** The answer to a request; that it was decided or taken back before is no failure for who gives `onAnswered`. */
export async function orAnswered(answer: Promise<unknown>, onAnswered?: () => void): Promise<void> {
  try {
    await answer;
  } catch (cause) {
    if (!onAnswered || !answeredCodes.includes(toApiError(cause).code)) throw cause;
    onAnswered();
  }
}
