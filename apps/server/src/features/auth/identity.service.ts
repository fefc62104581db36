import { toLinkToken } from "@colbin/protocol";
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
  identifier: Identifier | undefined,
): boolean | undefined {
  if (config.instanceOwner === undefined) return undefined;
  const named = parseIdentifier(config.instanceOwner, config.defaultPhoneRegion);
  return identifier !== undefined && named?.value === identifier.value;
}

/** 128 random bits and the identifier, which is part of what is hashed. */
export function makeLinkToken(identifier: Identifier): string {
  return toLinkToken(makeSecret(128), identifier.value);
}
