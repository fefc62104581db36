// The browser of the tests: whatever Chromium the machine has, proved by asking it for its version.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { SetupError } from "./report.mjs";
import { chromium, installSystemPackage } from "./system-packages.mjs";

/** @type {Readonly<Record<string, readonly string[]>>} */
const usualPlaces = {
  linux: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
  ],
  darwin: [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files\\Chromium\\Application\\chrome.exe",
  ],
};

/**
 * The path of a Chromium that runs: CHROMIUM_PATH and nothing else when it is set, else the first of the usual places.
 * @returns {string | undefined}
 */
export function findChromium() {
  const chosen = process.env["CHROMIUM_PATH"];
  const places = chosen ? [chosen] : (usualPlaces[process.platform] ?? []);
  return places.find(isChromium);
}

/**
 * As findChromium, but installs Debian's where there is none and we may; else throws a SetupError that says how.
 * @returns {string}
 */
export function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.env["CHROMIUM_PATH"]) {
    throw new SetupError(
      `CHROMIUM_PATH is ${process.env["CHROMIUM_PATH"]}, which is no Chromium that runs here. Set it to the program, or unset it to use the one of the system.`,
    );
  }
  installSystemPackage(chromium);
  const installed = findChromium();
  if (installed === undefined)
    throw new SetupError(`No Chromium runs here after installing it. ${chromium.else}`);
  return installed;
}

/** @param {string} path */
function isChromium(path) {
  if (!existsSync(path)) return false;
  // Chrome for Windows opens a window instead of printing its version.
  if (process.platform === "win32") return true;
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 30_000 });
  return status === 0 && /Chrom(e|ium)/.test(stdout);
}
