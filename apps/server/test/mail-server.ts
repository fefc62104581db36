import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import type { Clock } from "#server/platform/clock/clock.ts";
import { createMail } from "#server/platform/mail/mail.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";

/** How a mail server treats the mails that come. */
type Behaviour =
  /** Takes them. */
  | "takes"
  /** Knows no such address. */
  | "knows nobody"
  /** Relays for nobody, which is no fault of the address. */
  | "relays nothing"
  /** Cuts the connection within the mail. */
  | "cuts";

/** A mail server on this machine, what it took, and a mailer that sends there. */
export interface MailServer extends AsyncDisposable {
  readonly mailer: Mailer;
  /** As SMTP_URL names it. */
  readonly url: string;
  /** As they came. */
  readonly mails: string[];
  behaviour: Behaviour;
  /** Mails are not answered before that. */
  until: Promise<void>;
  close(): Promise<void>;
}

const refusals: Partial<Record<Behaviour, string>> = {
  "knows nobody": "5.1.1 No such user",
  "relays nothing": "5.7.1 Relaying denied",
};

export async function openMailServer(clock: Clock): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_address, _session, done) {
      const refusal = refusals[opened.behaviour];
      if (refusal === undefined) done();
      else done(Object.assign(new Error(refusal), { responseCode: 550 }));
    },
    onData(stream, _session, done) {
      if (opened.behaviour === "cuts") {
        for (const socket of sockets) socket.destroy();
        return;
      }
      let raw = "";
      stream.setEncoding("utf8").on("data", (part: string) => (raw += part));
      const answer = async () => {
        opened.mails.push(raw);
        await opened.until;
        done();
      };
      stream.on("end", () => void answer());
    },
  });
  smtp.on("error", () => undefined);
  smtp.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  smtp.server.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  const config = { productName: "Colbin", smtpUrl, mailFrom: "Colbin <colbin@example.org>" };
  const { mailer } = createMail({ otpDelivery: "smtp", ...config }, clock);
  const close = async () => {
    mailer.close();
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((done) => smtp.close(() => done()));
  };
  const opened: MailServer = {
    mailer,
    url: smtpUrl,
    mails: [],
    behaviour: "takes",
    until: Promise.resolve(),
    close,
    [Symbol.asyncDispose]: close,
  };
  return opened;
}

/** A header of a mail; its lines joined. */
export function headerOf(mail: string | undefined, name: string): string | undefined {
  const head = mail?.split("\r\n\r\n")[0]?.replaceAll(/\r\n[ \t]+/g, " ");
  return head
    ?.split("\r\n")
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);
}

/** Both bodies of a mail, without the encoding of the way. */
export function textOf(mail: string | undefined): string {
  return (mail ?? "")
    .replaceAll("=\r\n", "")
    .replaceAll(/(=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll("=", ""), "hex").toString(),
    );
}
