export const schedulingWindows = ["rolling", "fixed", "unlimited"] as const;
export type SchedulingWindow = (typeof schedulingWindows)[number];

export const teamSchedulings = ["round_robin", "collective"] as const;
export type TeamScheduling = (typeof teamSchedulings)[number];

export const assignments = ["optimize_availability", "equal_distribution"] as const;
export type Assignment = (typeof assignments)[number];

export const customQuestionTypes = [
  "number",
  "text",
  "email",
  "phone",
  "textarea",
  "select",
  "checkbox",
  "radio",
] as const;
export type CustomQuestionType = (typeof customQuestionTypes)[number];

export const bookingStatuses = [
  "pending",
  "confirmed",
  "cancelled",
  "rescheduled",
  "completed",
  "no_show",
] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

export const bookingParticipantStatuses = ["pending", "accepted", "declined", "tentative"] as const;
export type BookingParticipantStatus = (typeof bookingParticipantStatuses)[number];

export const availabilitySchedules = ["personal", "team", "shared"] as const;
export type AvailabilitySchedule = (typeof availabilitySchedules)[number];

export const availabilityOverrides = ["date_specific", "recurring", "temporary"] as const;
export type AvailabilityOverride = (typeof availabilityOverrides)[number];
