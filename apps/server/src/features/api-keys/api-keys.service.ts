/* API keys of people. They stand below signing in, which knows their holders. */

export {
  deleteApiKey as endApiKey,
  deleteExpiredApiKeys as forgetExpiredApiKeys,
  deleteApiKeys as forgetApiKeys,
  findKeyState,
  insertApiKey as keepApiKey,
  listApiKeys,
  updateKeyUsed as noteKeyUsed,
  type ApiKeyRow,
} from "./api-keys.queries.ts";
