import { Spinner } from "#web/design/Spinner.tsx";
import { t } from "#web/lib/i18n.ts";
import { roomTexts } from "./texts.ts";

/** In the place of the composer until it is known whether the person is in. */
export function CheckingAccess() {
  return (
    <p role="status" className="mb-6.5 flex h-11 items-center gap-2 px-4 text-ink-subtle">
      <Spinner />
      {t(roomTexts.checking)}
    </p>
  );
}
