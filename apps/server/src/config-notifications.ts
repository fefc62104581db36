import * as kind from "./config-kinds.ts";
import { described, limit, secret } from "./config-notes.ts";

/** Variables of the configuration about mails and text messages that tell people of something. */
export const notificationVariables = {
  EMAIL_DELAY_S: limit(
    0,
    86_400,
    300,
    "Seconds before a notification is mailed; what is read meanwhile is left out",
  ),
  EMAIL_GAP_MIN: limit(
    0,
    1_440,
    15,
    "Minutes between two mails to one person about the same room or thing",
  ),
  SMS_GATEWAY_URL: described(
    kind.url("https", "http").optional(),
    "Your gateway for text messages: gets a POST with to and text; for security alerts and reminders of people with a verified phone number",
    "https://gateway.example.org/sms",
    secret,
  ),
  SMS_GATEWAY_TOKEN: described(
    kind.text(16).optional(),
    "Bearer token for your gateway for text messages",
    "9f1c0d6be7aa4b6fb1c2",
    secret,
  ),
};
