import { defineErrors } from "./kernel/errors.ts";

/** Codes of features whose own file does not exist yet (errors.md 3, 4, 7): a feature takes its rows along when it comes. */
export const laterErrors = defineErrors({
  CALENDAR_NOT_FOUND: { status: 404, message: "Calendar not found" },
  EVENT_NOT_FOUND: { status: 404, message: "Event not found" },
  EVENT_GONE: { status: 410, message: "This occurrence was removed" },
  CALENDAR_IS_DEFAULT: { status: 409, message: "Choose another default calendar first" },
  RANGE_TOO_LARGE: { status: 400, message: "Please choose a shorter period" },
  TIME_ZONE_INVALID: { status: 400, message: "This time zone is not known" },
  RECURRENCE_EMPTY: { status: 400, message: "This rule gives no date" },
  RECURRENCE_SCOPE_REQUIRED: {
    status: 400,
    message: "Choose this event, this and following, or all",
  },
  CALENDAR_SIGN_IN_FAILED: { status: 422, message: "The calendar server refused the sign-in" },
  SCHEDULE_IN_USE: { status: 409, message: "This schedule is in use" },
  EVENT_TYPE_NOT_FOUND: { status: 404, message: "Event type not found" },
  BOOKING_NOT_FOUND: { status: 404, message: "Booking not found" },
  EVENT_TYPE_SLUG_TAKEN: { status: 409, message: "This address is taken" },
  SLOT_UNAVAILABLE: { status: 409, message: "This time is not offered" },
  SLOT_TAKEN: { status: 409, message: "This time was just taken" },
  NOTICE_PERIOD_PASSED: {
    status: 403,
    message: "It is too late for that. Please contact the host.",
  },
  HOST_HAS_BOOKINGS: { status: 409, message: "Choose what happens to the bookings of this host" },
});
