import { preferencesOf, type MailGroup, type UserId } from "@colbin/protocol";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { AddressRefused, type Mail, type Mailer } from "#server/platform/mail/mailer.ts";
import { countRefusal, deleteRefusals, findMailPerson } from "./mail-addresses.queries.ts";
import { REFUSALS_MAX } from "./mail-groups.rules.ts";

/** Where mails of a kind go now; undefined where the person has no address that takes mail, or wants none. */
export async function findMailAddress(
  db: Db,
  userId: UserId,
  group: MailGroup,
): Promise<string | undefined> {
  const person = await findMailPerson(db, userId);
  if (!person || person.email === null || person.offAt) return undefined;
  const { emailNotifications, weeklyDigest } = preferencesOf(person.preferences);
  const isWanted = group === "digest" ? weeklyDigest : !person.groupsOff.includes(group);
  return emailNotifications && isWanted ? person.email : undefined;
}

interface HandOverDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly mailer: Pick<Mailer, "send">;
}

/**
 * Hands a mail over. False where the address was refused for good, which is counted: an address that refuses several in a row gets no
 * mail any more. Throws where trying again may help.
 */
export async function handOver(
  { db, clock, mailer }: HandOverDeps,
  userId: UserId,
  mail: Mail,
): Promise<boolean> {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    await countRefusal(db, { userId, email: mail.to, max: REFUSALS_MAX }, clock.now());
    return false;
  }
  await deleteRefusals(db, userId);
  return true;
}
