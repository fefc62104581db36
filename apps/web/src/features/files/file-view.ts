import { deviceSetting } from "#web/lib/device/setting.ts";

const views = ["list", "grid"] as const;
export type FileView = (typeof views)[number];

/** How the files are shown on this device. */
export const fileView = deviceSetting<FileView>(
  "files.view",
  (kept) => views.find((each) => each === kept),
  "list",
);
