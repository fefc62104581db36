/** The key of the specification, section 3: an invitation that waits for the sign-in of its person. */
const KEY = "pendingInviteCode";

/** Also a sign-in on another page, as by a link, then leads back to it. */
export function keepInvitation(code: string): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // Storage is closed to this page: the person has the link of the invitation.
  }
}

/** Its person has come back to it. */
export function forgetInvitation(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing is kept there.
  }
}

/** The page of the invitation that waits; undefined for none. */
export function pendingInvitationPath(): string | undefined {
  try {
    const code = localStorage.getItem(KEY);
    return code === null ? undefined : `/invite/join?code=${encodeURIComponent(code)}`;
  } catch {
    return undefined;
  }
}
