import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { openFaultProxy, type FaultProxy } from "./fault-proxy.ts";
import { createRandom } from "./random.ts";

/** A server that answers each line with "echo " and the line, and keeps what every connection said. */
async function startEcho(): Promise<{ port: number; said: string[]; sockets: Socket[] }> {
  const said: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const place = said.push("") - 1;
    let rest = "";
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.setEncoding("utf8").on("data", (text: string) => {
      said[place] += text;
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) socket.write(`echo ${line}\n`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, said, sockets };
}

interface Caller {
  readonly socket: Socket;
  heard: string;
  /** How the connection ended: the code of the error, or "end". */
  readonly ended: Promise<string>;
  until(text: string): Promise<void>;
}

async function call({ port }: { readonly port: number }): Promise<Caller> {
  const socket = connect(port, "127.0.0.1");
  const ended = Promise.withResolvers<string>();
  const caller: Caller = {
    socket,
    heard: "",
    ended: ended.promise,
    async until(text) {
      while (!caller.heard.includes(text)) await once(socket, "data");
    },
  };
  socket.setEncoding("utf8").on("data", (text: string) => {
    caller.heard += text;
  });
  socket.on("error", (error) =>
    ended.resolve("code" in error ? String(error.code) : error.message),
  );
  socket.on("close", () => ended.resolve("end"));
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return caller;
}

async function open(): Promise<{ echo: Awaited<ReturnType<typeof startEcho>>; proxy: FaultProxy }> {
  const echo = await startEcho();
  const target = () => ({ host: "127.0.0.1", port: echo.port });
  const proxy = await openFaultProxy({ target, random: createRandom(1) });
  onTestFinished(() => proxy.close());
  return { echo, proxy };
}

describe("the fault proxy", () => {
  test("passes everything on while nothing is wrong, and an end to the other side", async () => {
    const { echo, proxy } = await open();
    const one = await call(proxy);
    const big = "x".repeat(300_000);

    one.socket.write(`a\n${big}\n`);
    await one.until(`${big}\n`);
    one.socket.end();

    await once(echo.sockets[0] as Socket, "close");
    expect(echo.said[0]).toBe(`a\n${big}\n`);
    expect(await one.ended).toBe("end");
  });

  test("resets a connection, and the next one works", async () => {
    const { proxy } = await open();
    const one = await call(proxy);
    one.socket.write("a\n");
    await one.until("echo a");

    proxy.inject({ kind: "reset" }, 1);

    expect(await one.ended).toBe("ECONNRESET");
    const other = await call(proxy);
    other.socket.write("b\n");
    await other.until("echo b");
  });

  test("makes everything later, and keeps the order", async () => {
    const { proxy } = await open();
    const one = await call(proxy);
    const start = performance.now();

    proxy.inject({ kind: "latency", ms: 40, jitterMs: 30 }, 1);
    for (const line of ["1", "2", "3", "4"]) one.socket.write(`${line}\n`);
    await one.until("echo 4");

    expect(performance.now() - start).toBeGreaterThanOrEqual(79);
    expect(one.heard).toBe("echo 1\necho 2\necho 3\necho 4\n");
  });

  test("half-open: swallows both directions without a word, and resets at the end", async () => {
    const { echo, proxy } = await open();
    const one = await call(proxy);
    one.socket.write("a\n");
    await one.until("echo a");

    const heal = proxy.inject({ kind: "half-open" }, 1);
    one.socket.write("b\n");
    echo.sockets[0]?.write("unheard\n");
    const meanwhile = await call(proxy);
    meanwhile.socket.write("c\n");
    echo.sockets[0]?.end();
    await once(echo.sockets[0] as Socket, "finish");
    expect(proxy.count()).toBe(2);
    heal();

    expect(await one.ended).toBe("ECONNRESET");
    expect(await meanwhile.ended).toBe("ECONNRESET");
    expect(one.heard).toBe("echo a\n");
    expect(echo.said.join("")).toBe("a\n");
  });

  test("cuts after exactly so many bytes", async () => {
    const { echo, proxy } = await open();
    const one = await call(proxy);

    proxy.inject({ kind: "cut-after", bytes: 5 }, 1);
    one.socket.write("0123456789");

    expect(await one.ended).toBe("ECONNRESET");
    await expect.poll(() => echo.said).toEqual(["01234"]);
  });

  test("cuts the reply only: the request arrives, its answer does not", async () => {
    const { echo, proxy } = await open();
    const one = await call(proxy);

    proxy.inject({ kind: "cut-reply", ms: 10 }, 1);
    one.socket.write("a\n");

    expect(await one.ended).toBe("ECONNRESET");
    expect(one.heard).toBe("");
    expect(echo.said).toEqual(["a\n"]);
  });

  test("stalls, and goes on as if nothing had been", async () => {
    const { echo, proxy } = await open();
    const one = await call(proxy);
    one.socket.write("a\n");
    await one.until("echo a");

    const heal = proxy.inject({ kind: "stall" }, 1);
    one.socket.write("b\n");
    const other = await call(proxy);
    other.socket.write("c\n");
    const direct = await call(echo);
    direct.socket.write("d\n");
    await direct.until("echo d");
    expect(echo.said.join("")).toBe("a\nd\n");
    heal();
    await one.until("echo b");
    await other.until("echo c");

    expect(echo.said.toSorted()).toEqual(["a\nb\n", "c\n", "d\n"]);
  });

  test("says everything a second time on another connection", async () => {
    const { echo, proxy } = await open();
    const one = await call(proxy);
    one.socket.write("a\nb\n");
    await one.until("echo b");

    proxy.inject({ kind: "duplicate" }, 1);
    await expect.poll(() => echo.said).toEqual(["a\nb\n", "a\nb\n"]);

    one.socket.write("c\n");
    await one.until("echo c");
    expect(one.heard).toBe("echo a\necho b\necho c\n");
  });

  test("refuses where nobody is behind it", async () => {
    const proxy = await openFaultProxy({ target: () => undefined, random: createRandom(1) });
    onTestFinished(() => proxy.close());
    const socket = connect(proxy.port, "127.0.0.1");

    const [error] = (await once(socket, "error")) as [Error];
    expect(error).toMatchObject({ code: "ECONNRESET" });
  });

  test("makes only the chosen share ill, and at least one", async () => {
    const { proxy } = await open();
    const all = await Promise.all(Array.from({ length: 40 }, () => call(proxy)));
    for (const each of all) each.socket.write("a\n");
    await Promise.all(all.map((each) => each.until("echo a")));

    proxy.inject({ kind: "reset" }, 0.5);
    await expect.poll(() => proxy.count()).toBeLessThan(35);
    const left = proxy.count();
    expect(left).toBeGreaterThan(5);

    proxy.inject({ kind: "reset" }, 0);
    expect(proxy.count()).toBe(left - 1);
  });
});
