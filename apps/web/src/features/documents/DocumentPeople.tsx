import clsx from "clsx";
import { Face } from "#web/features/presence/Face.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { ringOf } from "./document-hues.ts";
import { editorTexts } from "./editor-texts.ts";
import type { EditorPerson } from "./live-document.ts";

const SHOWN_MAX = 4;

/** Faces of the people who have the document open, each in the colour of their caret. */
export function DocumentPeople({ people }: { people: readonly EditorPerson[] }) {
  if (people.length === 0) return null;
  const names = new Intl.ListFormat(displayLocale(), { type: "unit" }).format(
    people.map(({ name }) => name),
  );
  const more = people.length - SHOWN_MAX;
  return (
    <span
      role="img"
      aria-label={t(editorTexts.here, { names })}
      data-tooltip={names}
      className="flex flex-none items-center gap-1.5 max-pair:mx-1 max-pair:gap-1"
    >
      {people.slice(0, SHOWN_MAX).map(({ id, name }, at) => (
        <Face
          key={id}
          id={id}
          name={name}
          size="xs"
          className={clsx("rounded-full ring-2", ringOf(id), at > 0 && "max-pair:hidden")}
        />
      ))}
      {more > 0 && (
        <span className="text-xs text-ink-subtle tabular-nums max-pair:hidden">{`+${more}`}</span>
      )}
    </span>
  );
}
