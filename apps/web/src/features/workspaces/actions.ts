import type { Action } from "#web/lib/actions/actions.ts";
import { createOffer } from "#web/lib/actions/offer.ts";
import { workspaceTexts } from "./texts.ts";

/** By the switcher, which stays where it is while the workspace changes. */
export const creatingOrganization = createOffer();

export const workspaceActions: readonly Action[] = [
  {
    id: "workspaces.create",
    title: workspaceTexts.create,
    keywords: workspaceTexts.createWords,
    scope: "global",
    when: creatingOrganization.when,
    run: creatingOrganization.run,
  },
];
