import type { Text } from "#web/lib/language/i18n.ts";

export const contactTexts = {
  title: { id: "contact.title", message: "Email and phone" },
  verified: { id: "contact.verified", message: "Verified" },
  unverified: { id: "contact.unverified", message: "Not verified" },
  noEmail: { id: "contact.noEmail", message: "No email address" },
  noPhone: { id: "contact.noPhone", message: "No phone number" },
  changeEmail: { id: "contact.changeEmail", message: "Change email" },
  addEmail: { id: "contact.addEmail", message: "Add email" },
  changePhone: { id: "contact.changePhone", message: "Change phone" },
  addPhone: { id: "contact.addPhone", message: "Add phone" },
  text: {
    id: "contact.text",
    message: "It gets a code of its own. The address that you have now is told about the change.",
  },
  newEmail: { id: "contact.newEmail", message: "New email" },
  newPhone: { id: "contact.newPhone", message: "New phone number" },
  sendFailed: { id: "contact.sendFailed", message: "No code was sent" },
  codeText: { id: "contact.codeText", message: "Enter the code that we sent to {to}." },
  code: { id: "contact.code", message: "Code" },
  codeHint: { id: "contact.codeHint", message: "{n} digits" },
  continue: { id: "contact.continue", message: "Continue" },
  changeFailed: { id: "contact.changeFailed", message: "Not changed" },
  verify: { id: "contact.verify", message: "Verify" },
  verifyTitle: { id: "contact.verifyTitle", message: "Verify your email address" },
  verifyFailed: { id: "contact.verifyFailed", message: "Not verified" },
} as const satisfies Record<string, Text>;
