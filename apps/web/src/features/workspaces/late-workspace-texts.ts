import type { Text } from "#web/lib/language/i18n.ts";

/** Loaded with the menu of workspaces and the dialogs that it opens. */
export const lateWorkspaceTexts = {
  firstTitle: { id: "workspace.firstTitle", message: "Bring your team" },
  firstText: {
    id: "workspace.firstText",
    message:
      "Give your organization a name, and send its link to the others. Have you been invited? Open the link of your invitation.",
  },
  createText: {
    id: "workspace.createText",
    message: "A place of its own for a team: its rooms and people are seen by its members alone.",
  },
  createVerb: { id: "workspace.createVerb", message: "Create" },
  join: { id: "workspace.join", message: "You can join {title}" },
  manage: { id: "workspace.manage", message: "Manage organizations" },
  title: { id: "workspace.title", message: "Name of the organization" },
  elsewhere: { id: "workspace.elsewhere", message: "{count} unread in other workspaces" },
  personalNote: { id: "workspace.personalNote", message: "Only you and your contacts" },
  suspended: { id: "workspace.suspended", message: "{title} (suspended)" },
  loading: { id: "workspace.loading", message: "Loading organizations" },
  loadFailed: { id: "workspace.loadFailed", message: "Organizations did not load" },
} as const satisfies Record<string, Text>;
