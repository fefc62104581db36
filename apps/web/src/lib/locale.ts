import { i18n } from "@lingui/core";

/**
 * Locale for times and numbers: the reader's own among those of the language of the screens, so that words of two
 * languages never stand in one line ("Today" over "Mittwoch").
 */
export function displayLocale(): string {
  const language = i18n.locale;
  return navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;
}
