import type { EndpointName } from "@colbin/protocol";
import { useEffect, useRef } from "react";
import { renewReads } from "./calls.ts";
import { queryClient } from "./queries.ts";

/** Reads again each answer of these names. */
export function renew(...names: readonly EndpointName[]): Promise<void> {
  return renewReads(queryClient, names);
}

/** The same whenever there is other news than before. */
export function useRenewal(name: EndpointName, news: string): void {
  const known = useRef(news);
  useEffect(() => {
    if (known.current === news) return;
    known.current = news;
    void renew(name);
  }, [name, news]);
}
