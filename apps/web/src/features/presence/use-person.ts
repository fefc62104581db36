import type { ChatState } from "@colbin/client";
import type { PersonState } from "@colbin/protocol";
import { useEffect } from "react";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";

/** The present name of somebody whom another part of the screen follows; undefined where none does. */
export function useKnownName(userId: string | undefined): string | undefined {
  return useStore(chat.store, ({ people }) => people.get(userId ?? "")?.fullName);
}

/** People who are on the screen, as they are now, among all that are known. */
export function usePeople(ids: readonly string[]): ChatState["people"] {
  const key = [...new Set(ids)].join(" ");
  useEffect(() => (key === "" ? undefined : chat.people.watch(key.split(" "))), [key]);
  return useStore(chat.store, ({ people }) => people);
}

/**
 * The present names of people who are on the screen, by their ids, as far as they are known. Draws anew with a name alone: rows of
 * messages have many people, who come and go.
 */
export function useNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const key = [...new Set(ids)].join(" ");
  useEffect(() => (key === "" ? undefined : chat.people.watch(key.split(" "))), [key]);
  const lines = useStore(chat.store, ({ people }) =>
    key
      .split(" ")
      .map((id) => people.get(id)?.fullName ?? "")
      .join("\n"),
  );
  const names = lines.split("\n");
  return new Map(key.split(" ").flatMap((id, at) => (names[at] ? [[id, names[at]] as const] : [])));
}

/** Somebody who is on the screen, as they are now; undefined where the reader does not see them, and until that is known. */
export function usePerson(userId: string): PersonState | undefined {
  useEffect(() => chat.people.watch([userId]), [userId]);
  return useStore(chat.store, ({ people }) => people.get(userId));
}

/** The name by which somebody stands on the screen: the present one, and until it is known the one that was told. */
export function useName(userId: string, told: string): string {
  return usePerson(userId)?.fullName ?? told;
}
