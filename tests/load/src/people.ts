import { createClient, programRuntime, type Account, type ChatClient } from "@colbin/client";

/** Signs a person in with a one-time code of dev delivery; returns who they are. */
export async function signIn({ auth, users }: Account, name: string): Promise<string> {
  const identifier = `${name}@load.example`;
  const { user, challengeId } = await auth.sendOtp(identifier);
  if (user.otp === undefined)
    throw new Error("The server does not show codes: it needs OTP_DELIVERY=dev");
  const { id } = await auth.verifyOtp({ identifier, otp: user.otp, challengeId });
  await users.update({ fullName: name });
  return id;
}

/** Signs a person in and joins these rooms. */
export async function createPerson(
  baseUrl: string,
  name: string,
  rooms: readonly string[],
): Promise<ChatClient> {
  const client = createClient({ baseUrl, runtime: programRuntime() });
  await signIn(client, name);
  client.connection.connect();
  await until(client, () => client.store.getSnapshot().connectionStatus === "connected");
  for (const room of rooms) await client.rooms.join(room);
  return client;
}

/** Settles when the state of the client fulfils a condition. */
function until(client: ChatClient, isReached: () => boolean): Promise<void> {
  if (isReached()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = client.store.subscribe(() => {
      if (!isReached()) return;
      stop();
      resolve();
    });
  });
}
