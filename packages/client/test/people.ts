import { defaultPreferences, type CurrentUser } from "@colbin/protocol";

/** A signed-in person; the number makes the id. */
export function person(fullName: string, number: number): CurrentUser {
  const id = `00000000-0000-7000-9000-${String(number).padStart(12, "0")}` as CurrentUser["id"];
  return {
    id,
    sessionUserId: id,
    fullName,
    username: fullName.toLowerCase(),
    email: `${fullName.toLowerCase()}@example.test`,
    phone: null,
    bio: null,
    company: null,
    location: null,
    avatar_url: null,
    customStatus: null,
    login: null,
    role: "USER",
    accountType: "PERSONAL",
    isEmailVerified: true,
    isPhoneNumberVerified: false,
    isBlocked: false,
    preferences: defaultPreferences,
    sessionId: id as unknown as CurrentUser["sessionId"],
  };
}

export const alice = person("Alice", 1);
export const bob = person("Bob", 2);
