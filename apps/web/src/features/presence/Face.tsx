import type { ComponentProps } from "react";
import { Avatar } from "#web/design/identity/Avatar.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";

/** Somebody's picture of now, where the list that they stand in follows its people; until that is known the one that was told. */
export function Face({ picture, ...rest }: Omit<ComponentProps<typeof Avatar>, "presence">) {
  const now = useStore(chat.store, ({ people }) => people.get(rest.id)?.avatar_url);
  return <Avatar {...rest} picture={now === undefined ? (picture ?? null) : now} />;
}
