import type { News } from "@colbin/client";
import type { EndpointName } from "@colbin/protocol";
import { useEffect } from "react";
import { chat } from "./chat.ts";
import { renew } from "./use-renewal.ts";

/** The answer of this endpoint is read again with each personal event that may have changed it. */
export function useNews(name: EndpointName, part: News["part"]): void {
  useEffect(
    () => chat.lists.onNews((news) => void (news.part === part && renew(name))),
    [name, part],
  );
}
