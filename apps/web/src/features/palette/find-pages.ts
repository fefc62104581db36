import {
  Building2,
  Compass,
  FileText,
  Folder,
  House,
  Inbox,
  Keyboard,
  LayoutDashboard,
  MessageCircleReply,
  MessagesSquare,
  type LucideIcon,
} from "lucide-react";
import { organizationTabs } from "#web/features/organizations/organization-tabs.ts";
import { roomTexts } from "#web/features/rooms/texts.ts";
import { settingsEntriesFor } from "#web/features/settings/settings-entries.ts";
import { account } from "#web/lib/api/account.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import {
  ACTIVITY_PATH,
  DASHBOARD_PATH,
  BROWSE_PATH,
  DOCUMENTS_PATH,
  FILES_PATH,
  ORGANIZATIONS_PATH,
  THREADS_PATH,
} from "#web/lib/routing/paths.ts";
import type { Command, Provider } from "./command.ts";
import { openPage } from "./page-path.ts";
import { paletteTexts, prefixTexts } from "./texts.ts";

/** Shown before anything is typed, as far as they are there (specification, section 2). */
const suggested = [
  "/settings/profile",
  "/settings/organizations",
  "/settings/notifications",
  "/settings/account",
  "/settings/security",
  "/chat",
  "/",
];

interface Page {
  readonly path: string;
  readonly title: Text;
  readonly icon: LucideIcon;
  readonly words?: Text;
  readonly subtitle?: string;
}

const ownPages: readonly Page[] = [
  { path: "/chat", title: paletteTexts.chat, icon: MessagesSquare, words: paletteTexts.chatWords },
  {
    path: ACTIVITY_PATH,
    title: paletteTexts.activity,
    icon: Inbox,
    words: paletteTexts.activityWords,
  },
  { path: THREADS_PATH, title: paletteTexts.threads, icon: MessageCircleReply },
  { path: BROWSE_PATH, title: roomTexts.browse, icon: Compass, words: roomTexts.browseWords },
  {
    path: DOCUMENTS_PATH,
    title: paletteTexts.documents,
    icon: FileText,
    words: paletteTexts.documentsWords,
  },
  { path: FILES_PATH, title: prefixTexts.files, icon: Folder, words: paletteTexts.filesWords },
  { path: "/", title: paletteTexts.home, icon: House },
  {
    path: DASHBOARD_PATH,
    title: paletteTexts.overview,
    icon: LayoutDashboard,
    words: paletteTexts.overviewWords,
  },
  {
    path: "/help/shortcuts",
    title: paletteTexts.shortcuts,
    icon: Keyboard,
    words: paletteTexts.shortcutWords,
  },
];

export function findPages(): readonly Command[] {
  const subtitle = t(paletteTexts.inSettings);
  const role = account.session.getSnapshot().user?.role;
  const settings = settingsEntriesFor(role).map((page): Page => ({ ...page, subtitle }));
  return [...settings, ...ownPages].map(toCommand);
}

/** For who has not typed anything and run nothing yet. */
export function suggestPages(): readonly Command[] {
  const pages = findPages();
  return suggested.flatMap((path) => pages.find(({ id }) => id === pageId(path)) ?? []);
}

/** The pages of the organization where the person works, as far as they are for them. Asked for once. */
export function createOrganizationPages(): Provider["find"] {
  let pages: Promise<readonly Command[]> | undefined;
  return async () => {
    const orgId = account.workspaces.activeId();
    if (orgId === undefined) return [];
    pages ??= readOrganizationPages(orgId);
    pages.catch(() => (pages = undefined));
    return pages;
  };
}

async function readOrganizationPages(
  orgId: NonNullable<ReturnType<typeof account.workspaces.activeId>>,
): Promise<readonly Command[]> {
  const params = { orgId };
  const [{ role, title }, { invitePolicy }] = await Promise.all([
    account.call("getOrganization", { params }),
    account.call("getSettings", { params }),
  ]);
  const subtitle = t(paletteTexts.ofOrganization, { name: title });
  return organizationTabs
    .filter(({ isFor }) => role && isFor(role, invitePolicy))
    .map((tab) =>
      toCommand({
        path: `${ORGANIZATIONS_PATH}/current${tab.path && `/${tab.path}`}`,
        title: tab.title,
        icon: Building2,
        subtitle,
      }),
    );
}

function pageId(path: string): string {
  return `page:${path}`;
}

function toCommand({ path, title, icon, words, subtitle }: Page): Command {
  return {
    id: pageId(path),
    title: t(title),
    subtitle,
    category: "navigation",
    keywords: words ? [t(words)] : [],
    mark: { kind: "icon", icon },
    run: () => openPage(path),
  };
}
