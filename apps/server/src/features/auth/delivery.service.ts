import type { OtpDelivery } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import { renderText } from "#server/platform/mail/mail-view.ts";
import type { MailContent } from "#server/platform/mail/mailer.ts";
import { postJson } from "#server/platform/mail/post-json.ts";
import type { Identifier } from "../users/identifiers.service.ts";
import type { AuthParts } from "./auth.service.ts";

type Means = Pick<AuthParts, "config" | "mailer" | "clock">;

/** By which door a message leaves: the operator's gateway takes what mail cannot carry. */
function doorFor(
  { config, mailer }: Means,
  kind: Identifier["kind"],
): "mail" | "gateway" | undefined {
  if (config.otpDelivery === "dev") return "mail";
  const gateway = config.otpWebhookUrl === undefined ? undefined : "gateway";
  if (kind === "phone" || config.otpDelivery === "webhook") return gateway;
  return mailer.canSend ? "mail" : gateway;
}

/** Refuses an address that no message of this server can reach: PHONE_NOT_SUPPORTED or OTP_DELIVERY_UNAVAILABLE. */
export function requireDeliverable(means: Means, kind: Identifier["kind"]): void {
  if (doorFor(means, kind)) return;
  throw new AppError(kind === "phone" ? "PHONE_NOT_SUPPORTED" : "OTP_DELIVERY_UNAVAILABLE");
}

/** What a gateway is told beside the text, so that it can make a message of its own. */
type GatewayContent =
  | { readonly purpose: OtpDelivery; readonly secret: string; readonly expiresAt: Date }
  | { readonly purpose: "security-alert" | "invitation" };

export interface Message {
  /** As the key of a mail. */
  readonly key: string;
  readonly to: Identifier;
  readonly content: MailContent;
  readonly gateway: GatewayContent;
}

/** Hands a message over; throws when nobody took it, so that the job tries again. */
export async function deliver(means: Means, { key, to, content, gateway }: Message): Promise<void> {
  const door = doorFor(means, to.kind);
  if (door === "mail") return means.mailer.send({ key, to: to.value, content });
  const { otpWebhookUrl: url, otpWebhookSecret: secret } = means.config;
  if (door === undefined || url === undefined)
    throw new Error("There is nothing to send this message with");
  const { subject } = content;
  const told = { ...toGatewayContent(gateway), subject, text: renderText(content) };
  const body = { identifier: to.value, channel: to.kind, ...told };
  await postJson({ url, body, secret, now: means.clock.now() });
}

function toGatewayContent(content: GatewayContent): Record<string, string> {
  if (!("secret" in content)) return content;
  const { purpose, secret, expiresAt } = content;
  return { purpose, [purpose]: secret, expiresAt: expiresAt.toISOString() };
}
