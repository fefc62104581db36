import type { QuietHoursMode } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const quietTexts = {
  title: { id: "quietHours.title", message: "Quiet hours" },
  when: { id: "quietHours.when", message: "When" },
  zone: {
    id: "quietHours.zone",
    message: "In the time of {zone}, also on the way. <link>Change time zone</link>",
  },
  offText: { id: "quietHours.offText", message: "Push and mail come at any hour." },
  text: {
    id: "quietHours.text",
    message:
      "Push and mail wait until the end and then come as one summary. A time that is not later than its begin is meant on the next day.",
  },
  from: { id: "quietHours.from", message: "From" },
  until: { id: "quietHours.until", message: "Until" },
  fromOf: { id: "quietHours.fromOf", message: "{day}, quiet from" },
  untilOf: { id: "quietHours.untilOf", message: "{day}, quiet until" },
  notQuiet: { id: "quietHours.notQuiet", message: "Not quiet" },
  add: { id: "quietHours.add", message: "{day}: add quiet time" },
  remove: { id: "quietHours.remove", message: "{day}: remove {from} to {until}" },
  wholeDay: {
    id: "quietHours.wholeDay",
    message: "The same time twice means the whole day",
  },
  wholeDayHint: {
    id: "quietHours.wholeDayHint",
    message: "Switch this on if it is meant: {days}",
  },
  chosenDays: { id: "quietHours.chosenDays", message: "the chosen days" },
  urgent: {
    id: "quietHours.urgent",
    message: "Security alerts come through at any hour.",
  },
  failed: { id: "quietHours.failed", message: "Quiet hours were not saved" },
} as const satisfies Record<string, Text>;

/** The modes, in the order in which they are offered. */
export const modeTexts: Readonly<Record<QuietHoursMode, Text>> = {
  OFF: { id: "quietHours.off", message: "Off" },
  WEEKDAYS_ONLY: { id: "quietHours.weekdays", message: "Weekdays" },
  WEEKENDS_ONLY: { id: "quietHours.weekends", message: "Weekends" },
  EVERY_DAY: { id: "quietHours.everyDay", message: "Every day" },
  CUSTOM: { id: "quietHours.custom", message: "Custom" },
};
