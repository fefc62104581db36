import type { Action, ActionTools } from "#web/lib/actions/actions.ts";
import { toggleSide } from "#web/lib/routing/side.ts";
import { askMessages } from "./ask-messages.ts";
import type { Provider } from "./command.ts";
import { toActionCommands } from "./find-actions.ts";
import { findOtherRooms, findOwnRooms } from "./find-channels.ts";
import { findDocuments } from "./find-documents.ts";
import { findFiles } from "./find-files.ts";
import { findHelp } from "./find-help.ts";
import { findMessages } from "./find-messages.ts";
import { findPeople } from "./find-people.ts";
import { createOrganizationPages, findPages } from "./find-pages.ts";
import { findSettings } from "./find-settings.ts";

/** For one opening of the palette: what is read over the network is read once. */
export function createProviders(
  offered: readonly Action[],
  navigate: ActionTools["navigate"],
): readonly Provider[] {
  const findOrganizationPages = createOrganizationPages();
  return [
    { category: "navigation", find: findPages },
    { category: "navigation", find: findOrganizationPages },
    { category: "channel", find: () => findOwnRooms(navigate) },
    { category: "channel", find: (text, signal) => findOtherRooms(text, signal, navigate) },
    { category: "user", find: (text, signal) => findPeople(text, signal, navigate) },
    { category: "action", find: () => toActionCommands(offered, { navigate, toggleSide }) },
    { category: "help", find: findHelp },
    { category: "message", find: (text) => findMessages(text, navigate) },
    { category: "message", find: (text, signal) => askMessages(text, signal, navigate) },
    { category: "file", find: (text, signal) => findFiles(text, signal, navigate) },
    { category: "navigation", find: (text, signal) => findDocuments(text, signal, navigate) },
    { category: "setting", find: findSettings },
  ];
}
