// Apart from the schemas of the feature, so that a client can read it without loading them.

/** Why the server closed a socket (wire.md, Delivery 9). */
export const closeCodes = {
  sessionEnded: 4001,
  notAllowed: 4003,
  tooSlow: 4008,
  otherWorkspace: 4009,
  tooFast: 4029,
  restart: 1012,
  tryLater: 1013,
} as const;
