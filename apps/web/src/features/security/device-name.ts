import { t } from "#web/lib/language/i18n.ts";
import { sessionTexts } from "./session-texts.ts";

/** The first that is found: others name themselves as well. */
const browsers = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;
const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/** A browser in the words of people. */
export function deviceName(userAgent: string | null): string {
  const find = (marks: typeof browsers | typeof systems): string | undefined =>
    marks.find(([mark]) => userAgent?.includes(mark))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser === undefined || system === undefined) return t(sessionTexts.unknown);
  return t(sessionTexts.browser, { browser, system });
}
