// The browser of the tests: whatever Chromium the machine has, proved by asking it for its version.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { SetupError } from "./report.mjs";
import { chromium, headlessChromium, installSystemPackage, isOffered } from "./system-packages.mjs";

/** The same browser without its windows: the tests take two thirds of the time. */
const headless = "/usr/bin/chromium-headless-shell";

/** @type {Readonly<Record<string, readonly string[]>>} */
const usualPlaces = {
  linux: [
    headless,
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
 * As findChromium, but installs Debian's where we may: the one without windows, or any where there is none. Throws a SetupError
 * that says how where there is none and we may not.
 * @returns {string}
 */
export function ensureChromium() {
  const isChosen = Boolean(process.env["CHROMIUM_PATH"]);
  const found = findChromium();
  if (!isChosen && found !== headless && isOffered(headlessChromium)) {
    try {
      installSystemPackage(headlessChromium);
      return findChromium() ?? headless;
    } catch (cause) {
      // The other one does as well.
      if (found === undefined) throw cause;
    }
  }
  if (found !== undefined) return found;
  if (isChosen) {
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
