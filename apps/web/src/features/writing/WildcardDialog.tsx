import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { t, type Text } from "#web/lib/language/i18n.ts";
import type { WildcardQuestion } from "./wildcard-question.ts";

const texts = {
  title: { id: "wildcards.title", message: "Notify everybody?" },
  text: {
    id: "wildcards.text",
    message: "This message mentions all {n} people in the room.",
  },
  verb: { id: "wildcards.verb", message: "Send" },
} as const satisfies Record<string, Text>;

/** Asks before a message mentions many people at once. */
export function WildcardDialog({ question }: { question: WildcardQuestion }) {
  return (
    <FormDialog
      title={t(texts.title)}
      text={t(texts.text, { n: question.people })}
      verb={t(texts.verb)}
      onConfirm={() => Promise.resolve(question.answer(true))}
      onClose={() => question.answer(false)}
    />
  );
}
