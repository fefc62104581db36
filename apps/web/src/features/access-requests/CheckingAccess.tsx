import { Spinner } from "#web/design/page/Spinner.tsx";
import { roomTexts } from "#web/features/rooms/texts.ts";
import { t } from "#web/lib/language/i18n.ts";

/** In the place of the composer until it is known whether the person is in. */
export function CheckingAccess() {
  return (
    <p
      role="status"
      className="mb-6.5 flex h-19.75 items-center gap-2 px-4 text-ink-subtle max-pair:h-22"
    >
      <Spinner />
      {t(roomTexts.checking)}
    </p>
  );
}
