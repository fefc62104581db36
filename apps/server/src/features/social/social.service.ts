/* Accounts at other services and the ways there. They stand below signing in, which asks for them. */

export {
  deleteLapsedStates as forgetLapsedStates,
  deleteSocialAccount as unlink,
  deleteSocialAccounts as forgetSocialAccounts,
  deleteState as takeState,
  findOwner,
  insertState as keepState,
  listSocialAccounts,
  updateUsed as findUsed,
  upsertSocialAccount as link,
  type SocialAccountRow,
  type SocialIdentity,
} from "./social.queries.ts";
