import type { RefObject } from "react";
import { usePeopleSearch } from "#web/features/conversations/use-people-search.ts";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { suggestionTexts } from "#web/features/writing/suggestion-texts.ts";
import { SuggestionList } from "#web/features/writing/SuggestionList.tsx";
import type { Token } from "#web/features/writing/suggestion-token.ts";
import { useToken } from "#web/features/writing/use-token.ts";
import { learnWord } from "#web/lib/device/mention-words.ts";
import { t } from "#web/lib/language/i18n.ts";

const SHOWN_MAX = 6;

interface CommentPeopleProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
}

/** People to mention, for the word at the caret of a comment. */
export function CommentPeople({ field, text }: CommentPeopleProps) {
  const found = useToken(field, text);
  if (found?.token.sign !== "@") return null;
  return <Offer key={found.token.from} {...found} />;
}

function Offer(props: { field: HTMLTextAreaElement; token: Token }) {
  const { people = [] } = usePeopleSearch(props.token.name);
  const entries = people
    .slice(0, SHOWN_MAX)
    .map(({ id, fullName: title, username, avatar_url: picture }) => ({
      id,
      title,
      subtitle: `@${username}`,
      mark: <PersonAvatar id={id} name={title} picture={picture} size="xs" />,
      text: () => learnWord({ kind: "user", userId: id }, `@${title}`, `@${title} (${username})`),
    }));
  return <SuggestionList {...props} label={t(suggestionTexts.people)} entries={entries} />;
}
