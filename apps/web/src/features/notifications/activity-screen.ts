import { ActivityPage } from "./ActivityPage.tsx";
import { activityTexts } from "./activity-texts.ts";

/** The title of the tab comes with the screen, and where its keys work. */
export const activityScreen = {
  Component: ActivityPage,
  handle: { title: activityTexts.title, scope: "activity" },
} as const;
