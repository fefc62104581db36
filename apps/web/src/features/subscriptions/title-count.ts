import { deviceSetting } from "#web/lib/device/setting.ts";

/** Does the title of the tab tell how much is unread? */
export const titleCount = deviceSetting("titleCount", (kept) => kept !== "false", true);
