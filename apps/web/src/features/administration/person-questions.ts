import type { InputOf } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";
import { administrationTexts } from "./administration-texts.ts";

interface Question {
  readonly title: Text;
  readonly text: Text;
  readonly verb: Text;
  readonly failure: Text;
  readonly isDanger: boolean;
  readonly change: InputOf<"updateUser">["body"];
}

export type PersonQuestion = "block" | "makeAdmin" | "makeUser";

/** Changes of a person that are asked about first. */
export const personQuestions: Readonly<Record<PersonQuestion, Question>> = {
  block: {
    title: administrationTexts.blockTitle,
    text: administrationTexts.blockText,
    verb: administrationTexts.block,
    failure: administrationTexts.blockFailed,
    isDanger: true,
    change: { isBlocked: true },
  },
  makeAdmin: {
    title: administrationTexts.makeAdminTitle,
    text: administrationTexts.makeAdminText,
    verb: administrationTexts.makeAdmin,
    failure: administrationTexts.roleFailed,
    isDanger: false,
    change: { role: "ADMIN" },
  },
  makeUser: {
    title: administrationTexts.makeUserTitle,
    text: administrationTexts.makeUserText,
    verb: administrationTexts.makeUser,
    failure: administrationTexts.roleFailed,
    isDanger: true,
    change: { role: "USER" },
  },
};
