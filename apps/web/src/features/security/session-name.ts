import type { Session } from "@colbin/protocol";
import { deviceName } from "./device-name.ts";

/** The person's own name for a device, or else its browser. */
export function sessionName({ name, userAgent }: Session): string {
  return name ?? deviceName(userAgent);
}
