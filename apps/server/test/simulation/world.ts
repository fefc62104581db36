import type { RoomId, ServerFrame, SessionId, UserId, WorkspaceId } from "@colbin/protocol";
import type { Weather } from "./connection.ts";
import { HintNetwork, type BusWeather } from "./hint-bus.ts";
import { Identity } from "./identity.ts";
import { Intents } from "./intents.ts";
import { startNode, type ServerNode } from "./node.ts";
import { Observer } from "./observer.ts";
import { Device } from "./person.ts";
import { Random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";
import { Screens } from "./screens.ts";
import type { Shape } from "./shape.ts";
import { Store, type StoredRoom, type StoreWeather } from "./store.ts";
import { Tab, type TabWorld } from "./tab.ts";
import { Trace } from "./trace.ts";

/*
 * Everything that there is in one run: processes, database, bus, devices, tabs, and those who watch. What happens in it is
 * decided by people.ts and faults.ts.
 */

const workspaceId = "00000000-0000-7000-8000-00000000000a" as WorkspaceId;

const settings = {
  publicUrl: "https://chat.example.org",
  corsOrigins: [],
  trustProxy: false,
  otpDelivery: "smtp",
  apiRateAnonymous: 1_000_000,
  frameRate: 40,
  frameBurst: 120,
  sendRate: 20,
  sendBurst: 60,
  editRate: 30,
  reactionRate: 60,
  searchRate: 60,
  reportRate: 60,
  statisticsRate: 20,
  findPersonRate: 30,
  joinRate: 60,
  uploadsHour: 60,
  notificationTestsHour: 3,
  imageRate: 60,
  linkPreviewRate: 60,
  socketsPerPerson: 20,
  socketsUnauthenticated: 1_000,
  resumeAuthRate: 5_000,
} as const;

function toId(kind: number, number: number): string {
  return `00000000-0000-7000-8000-${String(kind * 1_000 + number).padStart(12, "0")}`;
}

export class World {
  readonly shape: Shape;
  readonly scheduler = new Scheduler();
  readonly random: Random;
  readonly trace: Trace;
  readonly store: Store;
  readonly network: HintNetwork;
  readonly observer: Observer;
  readonly intents: Intents;
  readonly screens: Screens;
  readonly devices: Device[] = [];
  readonly violations: string[] = [];
  readonly weather: Weather;
  readonly calls: { lost: number; lostAnswer: number };
  /** People of whom a hint may have been lost that nobody repeats. */
  readonly unsure = new Set<string>();
  nodes: (ServerNode | undefined)[] = [];
  tabs: Tab[] = [];
  readonly #identity: Identity;
  readonly #tabWorld: TabWorld;
  #tabsMade = 0;

  constructor(shape: Shape, keepsAll: boolean) {
    this.shape = shape;
    this.random = new Random(`${shape.seed} course`);
    this.trace = new Trace(this.scheduler, keepsAll);
    const storeWeather: StoreWeather = {
      latency: shape.storeLatency,
      isDown: false,
      ...shape.store,
    };
    const busWeather: BusWeather = { latency: [0.1, 5], isDown: false, ...shape.bus };
    this.weather = { latency: shape.latency, rate: undefined, pieces: shape.pieces };
    this.calls = { ...shape.calls };
    this.store = new Store(this.scheduler, this.random, storeWeather, workspaceId);
    this.network = new HintNetwork(this.scheduler, this.random, busWeather);
    this.#identity = new Identity(this.store, shape.tokenMs);
    this.scheduler.onError = (error) => this.violate(`thrown: ${toText(error)}`);
    this.#settle();
    const onViolation = (what: string): void => this.violate(what);
    this.observer = new Observer(this.store, onViolation);
    this.intents = new Intents(onViolation);
    this.screens = new Screens(this.store, this.intents, onViolation);
    this.store.onCommit = (room, entries) => {
      const seqs = entries.map(({ seq, kind }) => `${seq}${kind === null ? "" : "*"}`).join(" ");
      this.trace.add(`database: ${room.slug} ${seqs}`);
      this.observer.onCommit(room, entries);
      this.intents.onCommit(room, entries);
    };
    this.network.onLost = (subject) => {
      if (subject.startsWith("user.")) this.unsure.add(subject.slice(5));
    };
    this.store.onFailure = () => {
      for (const { userId } of this.devices) this.unsure.add(userId);
    };
    this.#tabWorld = this.#createTabWorld();
  }

  /** To be asked after every step: has everything that was promised been kept, and do all screens show it? */
  isSound(): boolean {
    this.screens.look(this.tabs);
    return this.violations.length === 0;
  }

  violate(what: string): void {
    this.trace.add(`VIOLATION ${what}`);
    this.violations.push(what);
  }

  /** Starts everything. */
  begin(): void {
    for (let place = 0; place < this.shape.nodes; place += 1) this.startNode(place);
    for (const device of this.devices)
      for (let count = 0; count < this.shape.tabsEach; count += 1) this.openTab(device);
  }

  startNode(place: number): void {
    const { shape, random, store, network } = this;
    this.nodes[place] = startNode({
      name: `node${place}`,
      store,
      network,
      identity: this.#identity,
      skewMs: place === 0 ? 0 : random.between(-shape.skewMs, shape.skewMs),
      settings,
      onDefect: (what) => this.violate(what),
    });
    this.trace.add(`node${place} is up`);
  }

  /** The process is gone at once; its clients hear of it, or not. */
  killNode(node: ServerNode): void {
    const place = this.nodes.indexOf(node);
    if (place === -1) return;
    this.trace.add(`${node.options.name} dies`);
    node.kill();
    // What it was about to tell somebody about themself is told by nobody else.
    for (const { userId } of this.devices) this.unsure.add(userId);
    this.nodes[place] = undefined;
    const isTold = this.random.chance(0.7);
    for (const tab of this.tabs)
      for (const connection of tab.connections)
        if (connection.door === node) connection.nodeDied(isTold);
  }

  openTab(device: Device): Tab {
    this.#tabsMade += 1;
    const { skewMs } = this.shape;
    const skew = this.random.chance(0.3) ? this.random.between(-skewMs, skewMs) : 0;
    const tab = new Tab(this.#tabWorld, device, `${device.name}.${this.#tabsMade}`, skew);
    this.tabs.push(tab);
    this.trace.add(`${tab.name} opens`);
    return tab;
  }

  closeTab(tab: Tab): void {
    this.trace.add(`${tab.name} is closed`);
    tab.kill(this.random.chance(0.7));
    this.tabs = this.tabs.filter((each) => each !== tab);
  }

  upNodes(): ServerNode[] {
    return this.nodes.filter((node) => node !== undefined);
  }

  /** People and rooms as they are before anything happens. */
  #settle(): void {
    const { shape, random, store } = this;
    for (let number = 0; number < shape.people; number += 1) {
      const name = ["alice", "bob", "carol", "dave", "erin"][number] ?? `p${number}`;
      const who = {
        userId: toId(1, number) as UserId,
        sessionId: toId(2, number) as SessionId,
        name,
      };
      const device = new Device(this.scheduler, random, who);
      const pair = this.#identity.signIn(who);
      device.signIn(pair, this.#identity.actorOf(pair.tokens.access.token));
      this.devices.push(device);
      store.users.set(who.userId, { id: who.userId, name });
    }
    for (let number = 0; number < shape.publicRooms + shape.privateRooms; number += 1) {
      const isPublic = number < shape.publicRooms;
      const room: StoredRoom = {
        id: toId(3, number) as RoomId,
        slug: isPublic ? `hall-${number}` : `den-${number}`,
        accessType: isPublic ? "PUBLIC" : "PRIVATE",
        createdAt: store.now(),
        status: "ACTIVE",
        lastMsgNo: 0,
        memberCount: 0,
        lastActivityAt: store.now(),
        log: [],
        places: new Map(),
      };
      store.rooms.set(room.id, room);
      for (const [at, device] of this.devices.entries()) {
        if (at > 1 && random.chance(0.3)) continue;
        room.memberCount += 1;
        room.places.set(device.userId, {
          accessStatus: "ACCEPTED",
          accessLevel: at === 0 ? "OWNER" : "WRITE",
          joinedSeq: 0,
          leftSeq: null,
          joinedAt: store.now(),
          readMsgNo: 0,
          lastReadAt: null,
          isHidden: false,
        });
      }
    }
  }

  #createTabWorld(): TabWorld {
    const { trace, observer } = this;
    return {
      scheduler: this.scheduler,
      random: this.random,
      weather: this.weather,
      calls: this.calls,
      pickNode: () => this.random.maybe(this.upNodes()),
      onSocket: (tab) => {
        trace.add(`${tab.name} opens a socket`);
        observer.onSocket(tab);
      },
      onServerText: (tab, text) => {
        trace.add(`${tab.name} < ${text.slice(0, 160)}`);
        observer.onServerText(tab, text);
        if (isRefusal(text)) this.screens.onRefused(tab);
      },
      onClientText: (tab, text) => {
        trace.add(`${tab.name} > ${text.slice(0, 160)}`);
        observer.onClientText(tab, text);
      },
      onAnswer: (tab, call, { status, body }) => {
        trace.add(`${tab.name} ${call.method} ${call.url.slice(23)}: ${status}`);
        observer.onAnswer(tab, call, status, body);
        if (status >= 400 && status < 500) this.screens.onRefused(tab);
      },
      onChange: (tab, before, after) => observer.onChange(tab, before, after),
    };
  }
}

function isRefusal(text: string): boolean {
  const frame = JSON.parse(text) as ServerFrame;
  return frame.type === "SERVER_MULTI_ROOM_ERROR" && !frame.retryable;
}

function toText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
