/* Second factors of accounts. They stand below signing in, which asks for them (rules-identity 26, 27). */

export {
  countRecoveryCodesLeft,
  deleteFactor as takeFactor,
  deleteFactors as forgetFactors,
  deleteLapsedWaits as forgetLapsedWaits,
  deleteRecoveryCodes as forgetRecoveryCodes,
  deleteToken as takeToken,
  deleteTokensOf as forgetWaits,
  findTokenUser,
  hasFactor,
  lacksFactor,
  insertToken as keepToken,
  listFactors,
  replaceRecoveryCodes as keepRecoveryCodes,
  updateFactorName as nameFactor,
  updateRecoveryCodeUsed as acceptRecoveryCode,
  updateTokenTried as tryToken,
  type FactorRow,
} from "./factors.queries.ts";
export { findPasskey, insertPasskey as keepPasskey } from "./passkeys.queries.ts";
export {
  findStartedTotp,
  insertTotp as keepTotp,
  listTotp,
  updateTotpUsed as acceptTotp,
} from "./totp.queries.ts";
