import { ScheduledPage } from "./ScheduledPage.tsx";
import { scheduledTexts } from "./texts.ts";

/** The title of the tab comes with the screen. */
export const scheduledScreen = {
  Component: ScheduledPage,
  handle: { title: scheduledTexts.title },
} as const;
