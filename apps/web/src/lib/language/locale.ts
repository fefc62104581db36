import { language } from "./language.ts";

/**
 * Locale for times and numbers: the reader's own among those of the language of the screens, so that words of two
 * languages never stand in one line ("Today" over "Mittwoch").
 */
export function displayLocale(): string {
  return navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;
}

const scriptsFromTheRight: ReadonlySet<string> = new Set([
  "Adlm",
  "Arab",
  "Hebr",
  "Nkoo",
  "Rohg",
  "Syrc",
  "Thaa",
]);

/** Which way the language is written. Not every browser tells it of a locale, but all know the script. */
export function directionOf(locale: string): "ltr" | "rtl" {
  const { script = "" } = new Intl.Locale(locale).maximize();
  return scriptsFromTheRight.has(script) ? "rtl" : "ltr";
}

/** The page says which language it is in, and is laid out that way. */
export function showLanguage(): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
