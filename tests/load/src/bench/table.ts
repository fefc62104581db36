import type { BenchReport, BenchRow } from "./report.ts";

interface Column {
  readonly title: string;
  readonly read: (row: BenchRow) => string;
}

const columns: readonly Column[] = [
  { title: "id", read: ({ id }) => id },
  { title: "what", read: ({ what }) => what },
  { title: "Colbin", read: ({ ours }) => ours },
  {
    title: "peers",
    read: ({ peers = [] }) => peers.map(({ name, figure }) => `${name} ${figure}`).join("; "),
  },
  {
    title: "ratio",
    read: ({ peers = [] }) =>
      peers
        .flatMap(({ name, ratio }) => (ratio === undefined ? [] : `${ratio.toFixed(2)} x ${name}`))
        .join("; "),
  },
  { title: "p50 / p99", read: ({ latency }) => latency ?? "" },
  { title: "CPU", read: ({ cpu }) => cpu ?? "" },
  { title: "bar", read: ({ bar }) => bar ?? "" },
  { title: "goal", read: ({ goal }) => goal ?? "" },
  { title: "bar held", read: ({ met }) => (met === undefined ? "" : met ? "yes" : "**no**") },
];

/** A report as markdown, ready for docs/benchmarks.md; columns that say nothing are left out. */
export function toMarkdown({ title, rows, notes }: BenchReport): string {
  const used = columns.filter(({ read }) => rows.some((row) => read(row) !== ""));
  const lines = [
    used.map((column) => column.title),
    used.map(() => "---"),
    ...rows.map((row) => used.map(({ read }) => read(row).replaceAll("|", "\\|"))),
  ].map((cells) => `| ${cells.join(" | ")} |`);
  return [`### ${title}`, "", ...lines, "", ...notes.map((note) => `- ${note}`)].join("\n");
}
