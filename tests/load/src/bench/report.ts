import type { CpuReading } from "./usage.ts";

/* What a benchmark hands back: rows of one table, in words that are ready to print, and what must be known to read them. */

/** What another program of the same run reached. */
export interface PeerFigure {
  readonly name: string;
  readonly figure: string;
  /** Ours divided by theirs. */
  readonly ratio?: number;
}

/** One line of the table. A figure of speed without the latency at which it was reached is not a figure. */
export interface BenchRow {
  /** Of quality.md ("P4"); a line that only explains another one has its id too, and no bar. */
  readonly id: string;
  readonly what: string;
  readonly ours: string;
  readonly peers?: readonly PeerFigure[];
  /** "p50 / p99", with the unit. */
  readonly latency?: string;
  /** Of the server and of the database, apart, and of the generator. */
  readonly cpu?: string;
  readonly bar?: string;
  readonly goal?: string;
  /** Is the bar held? Absent where there is none. */
  readonly met?: boolean;
}

export interface BenchReport {
  readonly title: string;
  readonly rows: readonly BenchRow[];
  /** What is not equal between the programs that are compared, what was left out, sizes and settings. */
  readonly notes: readonly string[];
}

/** 1,234,567 as "1.23 M", 45,678 as "45.7 k". */
export function formatCount(value: number): string {
  if (value >= 1_000_000) return `${(value / 1_000_000).toFixed(2)} M`;
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} k`;
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

/** "1.2 / 3.4 ms". */
export function formatLatency(latency: Percentiles): string {
  return `${formatMs(latency.p50)} / ${formatMs(latency.p99)} ms`;
}

function formatMs(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(ms < 100 ? 1 : 0);
}

/** What one of so many took of the processor, "server 92 µs, database 61 µs each". */
export function formatCpuEach(count: number, { serverS, databaseS }: CpuReading): string {
  const [server, database] = [serverS, databaseS].map((each) => ((each / count) * 1e6).toFixed(0));
  return `server ${server} µs, database ${database} µs each`;
}

/** 0.713 as "71 %" of one core. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
