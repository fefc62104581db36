import { deviceSetting } from "#web/lib/device/setting.ts";

/** The sections of the sidebar that are closed, by their ids. */
export const closedSections = deviceSetting<readonly string[]>("closedSections", toIds, ["groups"]);

/** Opens a closed section and closes an open one, also for the next visit. */
export function toggleSection(id: string): void {
  closedSections.update((closed) =>
    closed.includes(id) ? closed.filter((other) => other !== id) : [...closed, id],
  );
}

function toIds(kept: string): readonly string[] | undefined {
  const ids: unknown = JSON.parse(kept);
  return Array.isArray(ids) ? ids.filter((each: unknown) => typeof each === "string") : undefined;
}
