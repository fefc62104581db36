/* What the generator of reads is told and what it answers: plain data between two processes. */

export interface ReadPlan {
  readonly port: number;
  readonly inFlight: number;
  readonly seconds: number;
  /** Each is asked for in turn, by any of the connections. */
  readonly requests: readonly ReadRequest[];
  /** Length of the list in every answer that is decoded; any other is wrong. */
  readonly expected: number;
}

interface ReadRequest {
  readonly path: string;
  readonly token: string;
}

export type ReadAnswer =
  | { readonly type: "warm" }
  | { readonly type: "done"; readonly figures: ReadFigures };

export interface ReadFigures {
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
