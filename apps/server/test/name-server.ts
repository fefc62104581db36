import { createSocket } from "node:dgram";
import { once } from "node:events";

/** A name server of this machine that knows only TXT records (RFC 1035); to other questions it answers with nothing. */
export interface NameServer extends AsyncDisposable {
  /** As in DNS_SERVERS. */
  readonly address: string;
  /** What each name says. */
  readonly texts: Map<string, readonly string[]>;
}

const HEADER = 12;
/** An answer without an error; a pointer to the question's name, TXT, IN, a life of 0 s. */
const ANSWERED = 0x8180;
const RECORD = Buffer.from("c00c0010000100000000", "hex");

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4");
  const texts = new Map<string, readonly string[]>();
  socket.on("message", (question, { port, address }) => {
    const { name, end } = readName(question);
    const answers = (texts.get(name) ?? []).map((text) => {
      const length = Buffer.from([0, text.length + 1, text.length]);
      return Buffer.concat([RECORD, length, Buffer.from(text)]);
    });
    const head = Buffer.from(question.subarray(0, HEADER));
    head.writeUInt16BE(ANSWERED, 2);
    head.writeUInt16BE(answers.length, 6);
    head.fill(0, 8);
    socket.send(
      Buffer.concat([head, question.subarray(HEADER, end + 4), ...answers]),
      port,
      address,
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, "close");
    },
  };
}

function readName(question: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}
