/* What the generator of calls is told and what it answers: plain data between two processes. */

export interface CallPlan {
  readonly port: number;
  readonly inFlight: number;
  /** Two seconds where none are named. */
  readonly warmUpS?: number;
  readonly seconds: number;
  /** Each is made in turn, by any of the connections. */
  readonly requests: readonly CallRequest[];
  /** None is made a second time, because it would change nothing then: the run fails where they do not suffice. */
  readonly isOnce?: boolean;
  /** Length of the list in every answer that is decoded; any other is wrong. Where none is named an answer must be JSON. */
  readonly expected?: number;
}

export interface CallRequest {
  /** GET where none is named. */
  readonly method?: string;
  readonly path: string;
  readonly token: string;
  /** JSON; FRESH_ID in it is another UUID each time. */
  readonly body?: string;
}

/** Stands for a UUID that is a new one whenever the request is made. */
export const FRESH_ID = "00000000-0000-4000-8000-000000000000";

export type CallAnswer =
  | { readonly type: "warm" }
  | { readonly type: "done"; readonly figures: CallFigures };

export interface CallFigures {
  readonly answers: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  readonly bytesPerAnswer: number;
  readonly generatorShare: number;
  readonly decoded: number;
  /** Refused, or not what was expected. */
  readonly wrong: number;
}
