import type { Editor } from "@tiptap/core";
import { FULL_NAME_MAX } from "@colbin/protocol";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { SEARCH_PAUSE_MS, useSettled } from "#web/lib/react/use-settled.ts";
import { DocumentIcon } from "./DocumentIcon.tsx";
import { insertEntries, type InsertPlace } from "./insert-entries.ts";
import { insertTexts } from "./insert-texts.ts";
import { findToken, type MenuToken } from "./menu-token.ts";
import { OptionList, type Option } from "./OptionList.tsx";
import { useEditorValue } from "./use-editor-value.ts";

/** Results of each kind. */
const FOUND_MAX = 6;

/** The list for the word at the caret: `/` for what can be put in, `@` for people and documents. */
export function EditorMenu(place: InsertPlace) {
  const { editor } = place;
  const word = useEditorValue(editor, readWord);
  if (word === "") return null;
  const token = JSON.parse(word) as MenuToken;
  const List = token.sign === "/" ? InsertList : MentionList;
  return <List key={`${token.sign}${token.offset}`} token={token} place={place} />;
}

function readWord({ state, isEditable, isFocused }: Editor): string {
  const token = isEditable && isFocused ? findToken(state) : undefined;
  return token ? JSON.stringify(token) : "";
}

interface ListProps {
  token: MenuToken;
  place: InsertPlace;
}

function InsertList({ token, place }: ListProps) {
  const query = token.query.toLocaleLowerCase();
  const options = insertEntries
    .filter(({ text, words }) => `${t(text)} ${words}`.toLocaleLowerCase().includes(query))
    .map(({ text, icon: Icon, run }): Option => ({
      id: text.message,
      title: t(text),
      mark: <Icon aria-hidden="true" />,
      run: () => run(place),
    }));
  const label = t(insertTexts.menu);
  return <OptionList editor={place.editor} token={token} label={label} options={options} />;
}

function MentionList({ token, place: { editor, documentId, onNamed } }: ListProps) {
  const search = useSettled(token.query, SEARCH_PAUSE_MS);
  // An option that can be seen is there for the next key, too.
  const people = useCall(
    "suggestUsers",
    { query: search === "" ? {} : { fullName: search.slice(0, FULL_NAME_MAX) } },
    { isPaged: true },
  );
  const documents = useCall(
    "listDocuments",
    { query: { limit: FOUND_MAX, ...(search !== "" && { search }) } },
    { isPaged: true },
  );
  const insert = (type: "mention" | "documentLink", id: string, label: string) => () =>
    editor
      .chain()
      .focus()
      .insertContent([
        { type, attrs: { id, label } },
        { type: "text", text: " " },
      ])
      .run();
  const options: readonly Option[] = [
    ...(people.data?.results ?? []).slice(0, FOUND_MAX).map((person) => ({
      id: person.id,
      title: person.fullName,
      subtitle: `@${person.username}`,
      mark: (
        <PersonAvatar
          id={person.id}
          name={person.fullName}
          picture={person.avatar_url ?? null}
          size="xs"
        />
      ),
      run: () => {
        insert("mention", person.id, person.fullName)();
        onNamed({ id: person.id, name: person.fullName });
      },
    })),
    // They stand below the people, and never in their place.
    ...(people.isPending ? [] : (documents.data?.results ?? []))
      .filter(({ id }) => id !== documentId)
      .map((document) => ({
        id: document.id,
        title: document.title,
        mark: <DocumentIcon icon={document.icon} />,
        run: insert("documentLink", document.id, document.title),
      })),
  ];
  // Results for the text before may be other people than those that are meant now.
  const typed = token.query.toLocaleLowerCase();
  const isEarlier =
    search !== token.query || people.isPlaceholderData || documents.isPlaceholderData;
  const current = options.filter(
    ({ title, subtitle = "" }) =>
      !isEarlier || `${title} ${subtitle}`.toLocaleLowerCase().includes(typed),
  );
  const label = t(insertTexts.people);
  return <OptionList editor={editor} token={token} label={label} options={current} />;
}
