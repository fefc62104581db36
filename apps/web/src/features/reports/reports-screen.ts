import { reportTexts } from "./report-texts.ts";
import { ReportsPage } from "./ReportsPage.tsx";

/** The title of the tab is loaded with the screen. */
export const reportsScreen = {
  Component: ReportsPage,
  handle: { title: reportTexts.reports },
} as const;
