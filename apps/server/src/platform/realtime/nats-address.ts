/** NATS_URL in the words of the library. */
export interface NatsAddress {
  readonly servers: string;
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  /** There for tls:// alone: nats:// still encrypts where the server offers it. */
  readonly tls?: object;
}

/** `nats://user:password@host:port`, `nats://token@host`, or `tls://…` where encryption must be. */
export function readNatsAddress(text: string): NatsAddress {
  const url = new URL(text);
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  return {
    servers: url.host,
    ...(user !== "" && pass !== "" && { user, pass }),
    ...(user !== "" && pass === "" && { token: user }),
    ...(url.protocol === "tls:" && { tls: {} }),
  };
}
