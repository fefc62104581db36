import { deviceSetting, type DeviceSetting } from "./setting.ts";

/**
 * One of these options of how the app looks in this browser, the first where nothing was chosen. An attribute of the root says it;
 * theme.js sets that before the first paint, from the same storage.
 */
export function look<T extends string>(
  name: string,
  options: readonly [T, ...T[]],
): DeviceSetting<T> {
  const setting = deviceSetting(name, (kept) => options.find((each) => each === kept), options[0]);
  setting.subscribe(() => {
    document.documentElement.dataset[name] = setting.getSnapshot();
  });
  return setting;
}
