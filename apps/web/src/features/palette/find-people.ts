import { FULL_NAME_MAX } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import type { Command } from "./command.ts";

/** People whom the person sees in the workspace, by a part of their name or username; choosing one begins a direct message. */
export async function findPeople(
  text: string,
  signal: AbortSignal,
  navigate: (path: string) => void,
): Promise<readonly Command[]> {
  const me = account.session.getSnapshot().user?.id;
  const workspaceId = account.workspaceId();
  const query = text === "" ? {} : { fullName: text.slice(0, FULL_NAME_MAX) };
  const options = { signal, ...(workspaceId && { workspaceId }) };
  const { results } = await account.call("suggestUsers", { query }, options);
  return results
    .filter(({ id }) => id !== me)
    .map((person) => ({
      id: `user:${person.id}`,
      title: person.fullName,
      subtitle: `@${person.username}`,
      category: "user",
      keywords: [person.username],
      mark: { kind: "person", person },
      run: () => navigate(`/chat/@${encodeURIComponent(person.username)}`),
    }));
}
