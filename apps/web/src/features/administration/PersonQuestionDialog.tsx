import type { InstanceUser } from "@colbin/protocol";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { personQuestions, type PersonQuestion } from "./person-questions.ts";

interface PersonQuestionDialogProps {
  person: InstanceUser;
  question: PersonQuestion;
  onClose: () => void;
}

/** Asks before somebody is shut out of the server (rules-identity 48), or has another role on it. */
export function PersonQuestionDialog({ person, question, onClose }: PersonQuestionDialogProps) {
  const { act } = useAct("updateUser", ["listInstanceUsers"]);
  const { title, text, verb, failure, isDanger, change } = personQuestions[question];
  const params = { sessionUserId: person.id };
  return (
    <FormDialog
      title={t(title, { name: person.fullName })}
      text={t(text)}
      verb={t(verb)}
      failure={t(failure)}
      isDanger={isDanger}
      onConfirm={() => act({ params, body: change })}
      onClose={onClose}
    />
  );
}
