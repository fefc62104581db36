import { addressOf } from "@colbin/client";
import { LIST_PAGE_MAX } from "@colbin/protocol";
import { scoreOf } from "#web/features/palette/match.ts";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { SEARCH_PAUSE_MS, useSettled } from "#web/lib/react/use-settled.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { SUGGESTIONS_MAX } from "./constants.ts";
import { suggestionTexts } from "./suggestion-texts.ts";
import { SuggestionList, type SourceProps } from "./SuggestionList.tsx";

/** The others in the room. The people of a room of one page are read once; in a larger one the server looks for the name. */
export function PeopleSuggestions({ roomId, ...props }: SourceProps) {
  const { name } = props.token;
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const isLarge = useStore(
    chat.store,
    ({ subscriptions }) => (subscriptions.get(roomId)?.memberCount ?? 0) > LIST_PAGE_MAX,
  );
  const slug = useStore(chat.store, (state) => addressOf(state, roomId));
  const wanted = useSettled(name, SEARCH_PAUSE_MS);
  const search = isLarge && wanted !== "" && { search: wanted };
  const query = { page: 1, limit: LIST_PAGE_MAX, ...search };
  const { data } = useCall("listParticipants", { params: { slug }, query }, { isPaged: true });
  const entries = (data?.results ?? [])
    .filter(({ participantId }) => participantId !== ownId)
    .map((person) => {
      const { participantId: id, fullName: title, username, avatar_url: picture } = person;
      const score = scoreOf(name, { title, keywords: [username] });
      const mark = <PersonAvatar id={id} name={title} picture={picture} size="xs" />;
      return { id, title, subtitle: `@${username}`, text: `@${username}`, mark, score };
    })
    .filter(({ score }) => name === "" || score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, SUGGESTIONS_MAX);
  return <SuggestionList {...props} label={t(suggestionTexts.people)} entries={entries} />;
}
