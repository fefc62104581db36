import { BADGE_MAX } from "@colbin/protocol";

/** 99 at most; what is more reads '99+'. */
export function badgeText(count: number): string {
  return count > BADGE_MAX ? "99+" : String(count);
}
