import type { Account } from "@colbin/client";

/** Signs a person in with a one-time code of dev delivery; returns who they are. */
export async function signIn({ auth, users }: Account, name: string): Promise<string> {
  const identifier = `${name}@chaos.example`;
  const { user, challengeId } = await auth.sendOtp(identifier);
  if (user.otp === undefined)
    throw new Error("The server does not show codes: it needs OTP_DELIVERY=dev");
  const { id } = await auth.verifyOtp({ identifier, otp: user.otp, challengeId });
  await users.update({ fullName: name });
  return id;
}
