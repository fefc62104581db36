import { strictestRetention } from "@colbin/protocol";
import { useCall } from "#web/lib/api/use-call.ts";

/** For how many days a room keeps its messages; null: for ever, undefined: not known yet. */
export function useRetention(slug: string): number | null | undefined {
  const { data } = useCall("getRoomSettings", { params: { slug } });
  return data && strictestRetention(data.workspaceRetentionDays, data.messageRetentionDays);
}
