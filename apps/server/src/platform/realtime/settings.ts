/** What of the configuration the live channel uses, by the names that it has there. */
export interface RealtimeSettings {
  readonly trustProxy: false | readonly string[];
  readonly otpDelivery: "dev" | "smtp" | "webhook";
  readonly apiRateAnonymous: number;
  readonly frameRate: number;
  readonly frameBurst: number;
  readonly sendRate: number;
  readonly sendBurst: number;
  /** A minute, as reactionRate. */
  readonly editRate: number;
  readonly reactionRate: number;
  /** An hour. */
  readonly findPersonRate: number;
  readonly joinRate: number;
  readonly socketsPerPerson: number;
  readonly socketsUnauthenticated: number;
  readonly resumeAuthRate: number;
}
