import { toApiError } from "@colbin/client";

const TRIES = 5;

/** For what comes before the faults: what fails and may be sent again is, since a machine may be slow for a moment. It is said each time: a run that began so is to be known for one. */
export async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries === TRIES || !toApiError(error).retryable) throw error;
      console.log(`  before the faults: ${toApiError(error).message} Again.`);
    }
  }
}
