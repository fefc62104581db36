/** Where the person who tries the product out finds the mail that was not sent. */
export const OUTBOX_PATH = "/dev/outbox";
