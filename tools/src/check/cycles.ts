/** Cycles, each the shortest way round from its first file, until every file that lies on one is named. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const settled = new Set<string>();
  const cycles: string[][] = [];
  for (const start of graph.keys()) {
    if (settled.has(start)) continue;
    const cycle = shortestWayBack(graph, start);
    if (cycle) {
      cycles.push(cycle);
      for (const path of cycle) settled.add(path);
    }
  }
  return cycles;
}

function shortestWayBack(
  graph: ReadonlyMap<string, readonly string[]>,
  start: string,
): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const next of graph.get(path) ?? []) {
      if (next === start) return wayTo(cameFrom, start, path);
      if (!graph.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, path);
      queue.push(next);
    }
  }
  return undefined;
}

function wayTo(cameFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const way = [end];
  for (let at = end; at !== start;) {
    const before = cameFrom.get(at);
    if (before === undefined) throw new Error(`no way from ${start} to ${end}`);
    way.unshift(before);
    at = before;
  }
  return way;
}
