import { seedWorld, signAccessTokens, type World } from "../seed.ts";
import { fillRooms } from "../seed-messages.ts";
import { makeCalls, type MeasuredCalls } from "../calls/measure.ts";
import { formatCount, formatLatency, formatShare, type BenchReport } from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";

/*
 * P9: opening a room, which is its newest 50 messages by REST, with a million messages stored and 32 requests in flight: any
 * of its people, any room.
 */

export interface OpenRoomSizes {
  readonly rooms: number;
  readonly people: number;
  readonly roomsPerPerson: number;
  readonly messagesPerRoom: number;
  readonly inFlight: number;
  readonly seconds: number;
}

const FULL: OpenRoomSizes = {
  rooms: 200,
  people: 400,
  roomsPerPerson: 10,
  messagesPerRoom: 5_000,
  inFlight: 32,
  seconds: 15,
};

const PAGE = 50;
const BAR = { p50: 5, p99: 30 };
const GOAL = { p50: 1, p99: 5 };

export async function benchOpenRoom(sizes: OpenRoomSizes = FULL): Promise<BenchReport> {
  const { result, version } = await withServer({}, async (server) => {
    const world = await seedWorld(server.database, {
      people: sizes.people,
      rooms: sizes.rooms,
      roomsOf: (person) =>
        Array.from({ length: sizes.roomsPerPerson }, (_, place) => roomOf(sizes, person, place)),
    });
    await fillRooms(server.database, world, sizes.messagesPerRoom);
    return {
      result: await openRooms(server, world, sizes),
      version: await readDatabaseVersion(server.database),
    };
  });
  return toReport(result, sizes, version);
}

function roomOf({ rooms, roomsPerPerson }: OpenRoomSizes, person: number, place: number): number {
  return (person * roomsPerPerson + place) % rooms;
}

/** Opens rooms for a while; everybody opens each of their own rooms in turn. */
async function openRooms(
  server: BenchServer,
  world: World,
  sizes: OpenRoomSizes,
): Promise<MeasuredCalls> {
  const tokens = await signAccessTokens(server.database, world, world.people);
  const requests = Array.from({ length: sizes.people * sizes.roomsPerPerson }, (_, count) => {
    const person = count % sizes.people;
    const room = world.rooms[roomOf(sizes, person, Math.floor(count / sizes.people))];
    return {
      path: `/v1/session-room/${room?.slug}/messages?limit=${PAGE}`,
      token: tokens[person] ?? "",
    };
  });
  return makeCalls(server, {
    inFlight: sizes.inFlight,
    seconds: sizes.seconds,
    requests,
    expected: Math.min(PAGE, sizes.messagesPerRoom),
  });
}

function toReport(
  { figures, serverShare, databaseShare }: MeasuredCalls,
  sizes: OpenRoomSizes,
  version: string,
): BenchReport {
  if (figures.wrong > 0) throw new Error(`${figures.wrong} answers were not a full page`);
  const perSecond = figures.answers / figures.seconds;
  return {
    title: "Opening a room (P9)",
    rows: [
      {
        id: "P9",
        what: `newest ${PAGE} messages by REST, ${formatCount(sizes.rooms * sizes.messagesPerRoom)} stored, ${sizes.inFlight} in flight`,
        ours: `${formatCount(perSecond)}/s`,
        latency: formatLatency(figures),
        cpu: `server ${formatShare(serverShare)}, database ${formatShare(databaseShare)}, generator ${formatShare(figures.generatorShare)}`,
        bar: `${BAR.p50} / ${BAR.p99} ms`,
        goal: `${GOAL.p50} / ${GOAL.p99} ms`,
        met: figures.p50 <= BAR.p50 && figures.p99 <= BAR.p99,
      },
    ],
    notes: [
      `${sizes.rooms} rooms of ${formatCount(sizes.messagesPerRoom)} messages of 100 characters, ${sizes.people} people in ${sizes.roomsPerPerson} rooms each; closed loop, ${formatCount(figures.bytesPerAnswer)} bytes an answer, ${figures.decoded} of ${figures.answers} decoded`,
      `${version}; server, database and generator share the cores`,
    ],
  };
}
