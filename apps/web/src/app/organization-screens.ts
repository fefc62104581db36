import { AuditPage } from "#web/features/audit/AuditPage.tsx";
import { InvitationsPage } from "#web/features/invitations/InvitationsPage.tsx";
import { MembersPage } from "#web/features/members/MembersPage.tsx";
import { EmojiPage } from "#web/features/organizations/EmojiPage.tsx";
import { OrganizationFrame } from "#web/features/organizations/OrganizationFrame.tsx";
import { OrganizationSettingsPage } from "#web/features/organizations/OrganizationSettingsPage.tsx";
import { OrganizationsPage } from "#web/features/organizations/OrganizationsPage.tsx";
import { organizationTexts } from "#web/features/organizations/texts.ts";
import { UsagePage } from "#web/features/organizations/UsagePage.tsx";
import { OrganizationWebhooksPage } from "#web/features/webhooks/OrganizationWebhooksPage.tsx";
import { webhookTexts } from "#web/features/webhooks/webhook-texts.ts";
import { WebhooksPage } from "#web/features/webhooks/WebhooksPage.tsx";

/** The pages of organizations and webhooks, which come together; what the tab is called comes with them. */
export const organizationScreens = {
  list: { Component: OrganizationsPage, handle: { title: organizationTexts.title } },
  frame: { Component: OrganizationFrame },
  settings: {
    Component: OrganizationSettingsPage,
    handle: { title: organizationTexts.organizationSettings },
  },
  usage: { Component: UsagePage, handle: { title: organizationTexts.usage } },
  audit: { Component: AuditPage, handle: { title: organizationTexts.audit } },
  emoji: { Component: EmojiPage, handle: { title: organizationTexts.emoji } },
  invites: { Component: InvitationsPage, handle: { title: organizationTexts.invites } },
  ownWebhooks: { Component: WebhooksPage, handle: { title: webhookTexts.title } },
  webhooks: { Component: OrganizationWebhooksPage, handle: { title: webhookTexts.title } },
  members: { Component: MembersPage, handle: { title: organizationTexts.members } },
} as const;
