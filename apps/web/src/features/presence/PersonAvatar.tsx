import type { ComponentProps } from "react";
import { Avatar } from "#web/design/identity/Avatar.tsx";
import { usePerson } from "./use-person.ts";

type PersonAvatarProps = Omit<ComponentProps<typeof Avatar>, "presence">;

/** Somebody's picture with the dot that says whether they are there, both as they are now. `PresenceWords` says it in words. */
export function PersonAvatar({ id, name, picture, ...rest }: PersonAvatarProps) {
  const person = usePerson(id);
  return (
    <Avatar
      {...rest}
      id={id}
      name={person?.fullName ?? name}
      picture={person ? person.avatar_url : (picture ?? null)}
      {...(person && { presence: person.presence })}
    />
  );
}
