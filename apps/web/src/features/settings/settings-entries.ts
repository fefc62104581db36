import { runsInstance, type UserRole } from "@colbin/protocol";
import {
  Bell,
  Building2,
  CodeXml,
  CreditCard,
  Eye,
  Flag,
  KeyRound,
  Palette,
  Server,
  ShieldCheck,
  UserRound,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import type { Text } from "#web/lib/language/i18n.ts";
import { INSTANCE_PATH } from "#web/lib/routing/paths.ts";
import { settingsTexts } from "./texts.ts";

interface SettingsEntry {
  readonly path: string;
  readonly title: Text;
  readonly icon: LucideIcon;
  /** Other words by which the palette finds it. */
  readonly words?: Text;
  /** Shown to people with such a role on the instance; all where it is not there. */
  readonly isFor?: (role: UserRole) => boolean;
}

/** The pages of the settings, in the order of their list. */
const settingsEntries: readonly SettingsEntry[] = [
  { path: "/settings/profile", title: settingsTexts.profile, icon: UserRound },
  { path: "/settings/account", title: settingsTexts.account, icon: KeyRound },
  { path: "/settings/security", title: settingsTexts.security, icon: ShieldCheck },
  { path: "/settings/notifications", title: settingsTexts.notifications, icon: Bell },
  { path: "/settings/appearance", title: settingsTexts.appearance, icon: Palette },
  { path: "/settings/privacy", title: settingsTexts.privacy, icon: Eye },
  { path: "/settings/reports", title: settingsTexts.reports, icon: Flag },
  { path: "/settings/webhooks", title: settingsTexts.webhooks, icon: Webhook },
  {
    path: "/settings/api",
    title: settingsTexts.apiKeys,
    icon: CodeXml,
    words: settingsTexts.apiKeyWords,
  },
  { path: "/settings/organizations", title: settingsTexts.organizations, icon: Building2 },
  {
    path: "/settings/billing",
    title: settingsTexts.billing,
    icon: CreditCard,
    words: settingsTexts.billingWords,
  },
  {
    path: INSTANCE_PATH,
    title: settingsTexts.instance,
    icon: Server,
    words: settingsTexts.instanceWords,
    isFor: runsInstance,
  },
];

/** Pages for somebody with this role on the instance. */
export function settingsEntriesFor(role: UserRole | undefined): readonly SettingsEntry[] {
  return settingsEntries.filter(({ isFor }) => !isFor || (role !== undefined && isFor(role)));
}
