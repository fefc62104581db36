import { fileURLToPath } from "node:url";
import type { Rolldown } from "vite";

/*
 * Which of our modules lie together in a file. Left to itself the bundler makes a file of a hundred bytes of whatever two of the
 * parts that are loaded later share, and the first screen asks for thirty of them.
 */

const own = fileURLToPath(new URL("src/", import.meta.url));
const entry = ["main.tsx"];
const signIn = ["features/auth/SignInPage.tsx"];
const chat = ["app/AppRouter.tsx", "app/ChatPage.tsx"];

const iconImport = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;
const iconFile = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.\w+$/;
/** The names that an icon had before. */
const iconAliases = /aliases:\s*\[([^\]]*)\]/;
/** As in the name of its file: Building2 is building-2. */
const wordStart = /(?<=.)(?=[A-Z0-9])/g;

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

/** The files of the icons that these modules draw. */
function iconsOf(ids: Iterable<string>, context: Context): ReadonlySet<string> {
  const found = new Set<string>();
  for (const id of ids)
    for (const [, names = ""] of (context.getModuleInfo(id)?.code ?? "").matchAll(iconImport))
      for (const [name] of names.matchAll(/\w+/g))
        found.add(name.replaceAll(wordStart, "-").toLowerCase());
  return found;
}

/** What this icon is called, in whatever version of the library. */
function iconNames(id: string, context: Context): readonly string[] {
  const aliases = iconAliases.exec(context.getModuleInfo(id)?.code ?? "")?.[1] ?? "";
  return [iconFile.exec(id)?.[1] ?? "", ...(aliases.match(/[\w-]+/g) ?? [])];
}

/**
 * One file for what the chat needs at once, one for what signing in needs as well, one each for the icons of these and for all
 * other icons; the others as the bundler has them.
 */
export function chunks(): Rolldown.CodeSplittingGroup {
  let needs: Record<"entry" | "signIn" | "chat", ReadonlySet<string>> | undefined;
  let firstIcons: ReadonlySet<string> | undefined;
  return {
    includeDependenciesRecursively: false,
    name(id, context) {
      needs ??= {
        entry: needsOf(entry, context),
        signIn: needsOf(signIn, context),
        chat: needsOf(chat, context),
      };
      firstIcons ??= iconsOf([...needs.entry, ...needs.signIn, ...needs.chat], context);
      if (iconFile.test(id))
        return iconNames(id, context).some((icon) => firstIcons?.has(icon))
          ? "icons"
          : "late-icons";
      const isRoot = chat.some((name) => id === `${own}${name}`);
      if (isRoot || needs.entry.has(id) || !needs.chat.has(id)) return null;
      return needs.signIn.has(id) ? "shared" : "chat";
    },
  };
}
