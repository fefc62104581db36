import { account } from "#web/lib/api/account.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { Command } from "./command.ts";
import { keepRun } from "./kept-history.ts";
import type { Search } from "./search.ts";
import { paletteTexts } from "./texts.ts";

export interface Failure {
  readonly title: string;
  readonly reason?: string;
}

interface Place {
  readonly search: Search;
  /** Had the focus when the palette was opened. */
  readonly opener: Element;
  readonly field: HTMLInputElement | null;
}

/** Does it where the palette was opened, and remembers it; or says why it was not done. */
export async function runCommand(command: Command, place: Place): Promise<Failure | undefined> {
  const { search, opener, field } = place;
  try {
    const live = command.run ? command : await search.rebuild(command);
    if (!live?.run) return { title: t(paletteTexts.unavailable) };
    giveFocus(opener);
    const doing = live.run();
    if (doing) {
      field?.focus();
      await doing;
      if (document.activeElement === field) giveFocus(opener);
    }
    if (!live.isUnrecorded) keepRun(account, live);
    return undefined;
  } catch (cause) {
    return { title: t(paletteTexts.executeFailed), reason: errorText(cause) };
  }
}

/** A command may have removed the element: then the page is where the person goes on. */
export function giveFocus(element: Element): void {
  const isThere = element.isConnected && element !== document.body;
  const target = isThere ? element : document.getElementById("main");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
