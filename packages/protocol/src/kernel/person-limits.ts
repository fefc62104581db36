/** What is counted per person, through whichever door it comes; how many are allowed is the operator's configuration. */
export const personLimits = [
  "send",
  "edit",
  "reaction",
  "report",
  "search",
  "findPerson",
  "join",
  "statistics",
  "image",
  "upload",
  "linkPreview",
  "notificationTest",
] as const;
export type PersonLimit = (typeof personLimits)[number];
