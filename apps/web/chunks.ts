import { fileURLToPath } from "node:url";
import type { Rolldown } from "vite";

/*
 * Which modules lie together in a file. Left to itself the bundler makes a file of a hundred bytes of whatever two of the parts that
 * are loaded later share; the first screen would ask for thirty of them, and small files are compressed badly.
 */

const own = fileURLToPath(new URL("src/", import.meta.url));
const packages = fileURLToPath(new URL("../../packages/", import.meta.url));
/** The file of a package that leads to all of it. */
const packageIndex = /\/packages\/\w+\/src\/index\.ts$/;

const screens = {
  "sign-in": [`${own}features/auth/SignInPage.tsx`],
  chat: [`${own}app/AppRouter.tsx`, `${own}app/ChatPage.tsx`, `${packages}client/src/chat.ts`],
};
const document = `${own}features/documents/DocumentSheet.tsx`;
const markdown = `${own}features/markdown/markdown.ts`;
const main = `${own}main.tsx`;
const emojiPanel = `${own}features/emoji/EmojiPanel.tsx`;
const loadParts = `${own}app/load-parts.ts`;
const routes = `${own}app/routes.tsx`;
/** Asked for by themselves, so they have files of their own. */
const asked = new Set([...screens["sign-in"], ...screens.chat.slice(0, 2)]);
/**
 * Needed through an index: everything of the protocol that runs in a page, but for the addresses of calls that come later, and the
 * search, the words of files, the tabs of notifications, the scopes of API keys and the channel of documents, which come with their
 * screens; and the library of the chat alone.
 */
const chatToo =
  /\/packages\/protocol\/src\/(?!routes\.ts|search\.|files\.rules|notifications\.rules|notification-|quiet-hours|api-keys\.|documents\.)|\/node_modules\/react-router\//;

/** Libraries of many small modules, most of which most later parts need. */
const libraries = {
  surfaces: /\/node_modules\/@(?:radix-ui|floating-ui)\//,
  queries: /\/node_modules\/@tanstack\//,
};

const iconImport = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;
const iconFile = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.\w+$/;
/** The names that an icon had before. */
const iconAliases = /aliases:\s*\[([^\]]*)\]/;
/** As in the name of its file: Building2 is building-2. */
const wordStart = /(?<=.)(?=[A-Z0-9])/g;

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** The modules and icons of ours that a screen needs before it is drawn. */
interface Needs {
  readonly modules: ReadonlySet<string>;
  readonly icons: ReadonlySet<string>;
}

function needsOf(roots: readonly string[], context: Context): Needs {
  const modules = modulesOf(roots, context);
  return { modules, icons: iconsOf(modules, context) };
}

/** Modules of ours that run once these are asked for. */
function modulesOf(roots: readonly string[], context: Context): ReadonlySet<string> {
  const modules = new Set<string>();
  const visit = (id: string): void => {
    const isOurs = id.startsWith(own) || (id.startsWith(packages) && !packageIndex.test(id));
    if (modules.has(id) || !isOurs) return;
    modules.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  roots.forEach(visit);
  return modules;
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
 * One file for what every page needs, one for what the chat needs at once, one for what signing in needs, and one for what both
 * need, each with its icons; one for all other icons. Modules that later parts share lie together with those that the same stages
 * need. The others are as the bundler has them.
 */
export function chunks(): Rolldown.CodeSplittingGroup[] {
  return [{ name: "index", tags: ["$initial"] }, firstFiles(), laterFiles()];
}

function firstFiles(): Rolldown.CodeSplittingGroup {
  let needs: Record<keyof typeof screens, Needs> | undefined;
  return {
    debugName: "first",
    includeDependenciesRecursively: false,
    name(id, context) {
      if (asked.has(id)) return null;
      needs ??= {
        "sign-in": needsOf(screens["sign-in"], context),
        chat: needsOf(screens.chat, context),
      };
      const { "sign-in": signIn, chat } = needs;
      if (iconFile.test(id)) {
        const names = iconNames(id, context);
        const isIn = ({ icons }: Needs) => names.some((name) => icons.has(name));
        return fileFor(isIn(signIn), isIn(chat)) ?? "late-icons";
      }
      return fileFor(signIn.modules.has(id), chat.modules.has(id) || chatToo.test(id));
    },
  };
}

function fileFor(isForSignIn: boolean, isForChat: boolean): string | null {
  if (isForSignIn && isForChat) return "shared";
  if (isForSignIn) return "sign-in";
  return isForChat ? "chat" : null;
}

/**
 * A module is needed wherever a module is needed that imports it: a file asks only for files of more stages, so no two files ask for
 * each other, and no stage waits for a module of another one.
 */
function laterFiles(): Rolldown.CodeSplittingGroup {
  let fileOf: ReadonlyMap<string, string> | undefined;
  return {
    debugName: "later",
    includeDependenciesRecursively: false,
    name(id, context) {
      const library = Object.entries(libraries).find(([, modules]) => modules.test(id));
      return library?.[0] ?? (fileOf ??= laterFileOf(context)).get(id) ?? null;
    },
  };
}

/** The stages in which a page asks for parts: those of a chat at work, the panel of emojis, a document, all that is fetched ahead, and the pages. */
function laterFileOf(context: Context): ReadonlyMap<string, string> {
  const first = modulesOf([...screens["sign-in"], ...screens.chat], context);
  // The bundler makes one file of them, which leads to no later part.
  const formatted = modulesOf([markdown], context);
  const parts = askedBy([loadParts], context);
  const pages = askedBy([routes], context);
  const soon = askedBy(first, context).filter((id) => !parts.includes(id) && !pages.includes(id));
  const stages = Object.entries({
    soon,
    emoji: [emojiPanel],
    document: [document],
    parts,
    pages,
  }).map(([name, roots]) => ({ name, modules: modulesOf(roots, context) }));
  const fileOf = new Map<string, string>();
  for (const id of sharedModules(context)) {
    const needing = stages.filter(({ modules }) => modules.has(id)).map(({ name }) => name);
    if (!asked.has(id) && !formatted.has(id)) fileOf.set(id, ["late", ...needing].join("-"));
  }
  return fileOf;
}

/** Modules that two or more parts need; a part is asked for by itself. */
function sharedModules(context: Context): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  const parts = new Set([main]);
  // Parts that are found join the loop.
  for (const part of parts)
    for (const id of modulesOf([part], context)) {
      (seen.has(id) ? shared : seen).add(id);
      for (const found of askedBy([id], context)) parts.add(found);
    }
  return shared;
}

/** Modules that these ask for when they need them. */
function askedBy(ids: Iterable<string>, context: Context): readonly string[] {
  return [...ids].flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
}
