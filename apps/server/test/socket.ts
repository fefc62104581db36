import { SOCKET_PATH, type CommandCall, type commands } from "@colbin/protocol";
import { WebSocket } from "ws";
import { TestClient } from "./realtime/test-client.ts";
import type { TestApp } from "./harness.ts";
import type { Person } from "./world.ts";

type Resume = CommandCall<typeof commands.CLIENT_MULTI_ROOM_AUTH>["resume"];

let connections = 0;

/** Opens the live channel as this person, by a ticket as the web app does it, and waits for the full lists. */
export async function connect(app: TestApp, person: Person, resume?: Resume): Promise<TestClient> {
  const client = await openSocket(app, person);
  client.send({ type: "CLIENT_MULTI_ROOM_AUTH", ...(resume && { resume }) });
  await client.until(({ type }) => type === "SERVER_MULTI_ROOM_AUTH_SUCCESS");
  await client.until(
    ({ type }) => type === "SERVER_UNREAD_SUMMARY" || type === "SERVER_MULTI_ROOM_ERROR",
  );
  return client;
}

/** Opened, not yet authenticated by its first frame. */
export async function openSocket(app: TestApp, person: Person): Promise<TestClient> {
  const { ticket } = await person.call("createWsTicket", {});
  connections += 1;
  const query = new URLSearchParams({
    accessToken: ticket,
    userId: person.user.id,
    connectionId: `tab-${connections}`,
  });
  const address = `${app.url.replace("http", "ws")}${SOCKET_PATH}?${query.toString()}`;
  const client = new TestClient(
    new WebSocket(address, { headers: { origin: app.config.publicUrl } }),
  );
  await new Promise((resolve, reject) => client.ws.once("open", resolve).once("error", reject));
  return client;
}

/** The log epoch that the server named to this socket. */
export function logEpochOf(client: TestClient): string {
  const success = client.frames.find(({ type }) => type === "SERVER_MULTI_ROOM_AUTH_SUCCESS");
  return String(success?.["logEpoch"]);
}
