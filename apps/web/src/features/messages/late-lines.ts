/** Lines that some messages have under their text, in one. */
export { FailedStatus } from "./FailedStatus.tsx";
export { PinFlag } from "./PinFlag.tsx";
export { ReceiptMark } from "./ReceiptMark.tsx";
export { RepliedLine } from "./RepliedLine.tsx";
export { ThreadLine } from "./ThreadLine.tsx";
