import type { Text } from "#web/lib/language/i18n.ts";

/** Come with the dialogs. */
export const factorDialogTexts = {
  name: { id: "factors.name", message: "Name" },
  nameText: {
    id: "factors.nameText",
    message: "The name tells it from others that you have. Only you see it.",
  },
  continue: { id: "factors.continue", message: "Continue" },
  scanText: {
    id: "factors.scanText",
    message: "Scan the code with your authenticator app, then enter the six digits that it shows.",
  },
  qr: { id: "factors.qr", message: "QR code for your authenticator app" },
  secret: { id: "factors.secret", message: "If you cannot scan it, type this key into the app:" },
  code: { id: "factors.code", message: "Code from the app" },
  codeHint: { id: "factors.codeHint", message: "{n} digits" },
  turnOn: { id: "factors.turnOn", message: "Add" },
  passkeyText: {
    id: "factors.passkeyText",
    message:
      "You sign in with fingerprint, face, screen lock or security key. The passkey stays on your devices.",
  },
  passkeyVerb: { id: "factors.passkeyVerb", message: "Add passkey" },
  addFailed: { id: "factors.addFailed", message: "Not added" },
  saveTitle: { id: "factors.saveTitle", message: "Save your recovery codes" },
  saveText: {
    id: "factors.saveText",
    message:
      "Each of them lets you in once when phone and passkey are gone. They are not shown again.",
  },
  download: { id: "factors.download", message: "Download" },
  fileName: { id: "factors.fileName", message: "{product} recovery codes.txt" },
  fileHead: { id: "factors.fileHead", message: "Recovery codes for {product}" },
  saved: { id: "factors.saved", message: "I have saved them" },
  renewTitle: { id: "factors.renewTitle", message: "Make new recovery codes?" },
  renewText: { id: "factors.renewText", message: "The codes that you have now stop working." },
  renewVerb: { id: "factors.renewVerb", message: "Make new codes" },
  renewFailed: { id: "factors.renewFailed", message: "No new codes were made" },
  renameTitle: { id: "factors.renameTitle", message: "Rename {name}" },
  renameFailed: { id: "factors.renameFailed", message: "The name was not saved" },
  save: { id: "factors.save", message: "Save" },
  removeTitle: { id: "factors.removeTitle", message: "Remove {name}?" },
  removeText: { id: "factors.removeText", message: "You can no longer sign in with it." },
  removeLastText: {
    id: "factors.removeLastText",
    message: "You sign in without a second step from then on. Your recovery codes stop working.",
  },
  removeVerb: { id: "factors.removeVerb", message: "Remove" },
  removeFailed: { id: "factors.removeFailed", message: "Not removed" },
} as const satisfies Record<string, Text>;
