import { fileURLToPath } from "node:url";
import type { Rolldown } from "vite";

/*
 * Which of our modules lie together in a file. Left to itself the bundler makes a file of a hundred bytes of whatever two of the
 * parts that are loaded later share, and the first screen asks for thirty of them.
 */

const own = fileURLToPath(new URL("src/", import.meta.url));
const entry = ["main.tsx"];
const signIn = ["features/auth/SignInPage.tsx"];
const chat = ["app/AppRouter.tsx", "features/messages/ChatPage.tsx"];

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** These modules and ours that they need before they run. */
function needsOf(names: readonly string[], context: Context): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id) || !id.startsWith(own)) return;
    found.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  for (const name of names) visit(`${own}${name}`);
  return found;
}

/** One file for what the chat needs at once, one for what signing in needs as well; the others as the bundler has them. */
export function chunks(): Rolldown.CodeSplittingGroup {
  let needs: Record<"entry" | "signIn" | "chat", ReadonlySet<string>> | undefined;
  return {
    includeDependenciesRecursively: false,
    name(id, context) {
      if (id.includes("/lucide-react/dist/esm/icons/")) return "icons";
      needs ??= {
        entry: needsOf(entry, context),
        signIn: needsOf(signIn, context),
        chat: needsOf(chat, context),
      };
      const isRoot = chat.some((name) => id === `${own}${name}`);
      if (isRoot || needs.entry.has(id) || !needs.chat.has(id)) return null;
      return needs.signIn.has(id) ? "shared" : "chat";
    },
  };
}
