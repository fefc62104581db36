import { LINK_TOKEN_MAX } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import { parseIdentifier, type Identifier } from "../users/identifiers.service.ts";
import type { AuthParts } from "./auth.service.ts";
import { makeSecret } from "./secrets.service.ts";

/** The form in which an identifier is stored; throws IDENTIFIER_REQUIRED or IDENTIFIER_INVALID. */
export function requireIdentifier({ config }: Pick<AuthParts, "config">, text: string): Identifier {
  if (text.trim() === "") throw new AppError("IDENTIFIER_REQUIRED");
  const identifier = parseIdentifier(text, config.defaultPhoneRegion);
  if (!identifier) throw new AppError("IDENTIFIER_INVALID");
  return identifier;
}

/** Is this the address of INSTANCE_OWNER; undefined where the setting is absent. */
export function isNamedOwner(
  { config }: Pick<AuthParts, "config">,
  identifier: Identifier,
): boolean | undefined {
  if (config.instanceOwner === undefined) return undefined;
  return (
    parseIdentifier(config.instanceOwner, config.defaultPhoneRegion)?.value === identifier.value
  );
}

/**
 * 128 random bits, and the identifier behind them, so that the page can ask 'Sign in as …?' before anything is sent. The
 * whole is hashed: a token with another identifier in it is another token.
 */
export function makeLinkToken(identifier: Identifier): string {
  const secret = makeSecret(128);
  const token = `${secret}.${Buffer.from(identifier.value).toString("base64url")}`;
  return token.length <= LINK_TOKEN_MAX ? token : secret;
}
