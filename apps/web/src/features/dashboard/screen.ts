import { DashboardPage } from "./DashboardPage.tsx";
import { dashboardTexts } from "./texts.ts";

/** The title of the tab comes with the screen. */
export const dashboardScreen = {
  Component: DashboardPage,
  handle: { title: dashboardTexts.title },
} as const;
