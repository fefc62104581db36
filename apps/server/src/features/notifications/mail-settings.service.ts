import {
  preferencesOf,
  type InputOf,
  type MailScope,
  type MailState,
  type Preferences,
  type ReplyOf,
  type UserId,
} from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import {
  deleteMailsOf,
  deleteRefusals,
  findMailPerson,
  insertOptout,
  replaceOptouts,
  type MailPerson,
} from "./mail-addresses.queries.ts";
import { maskAddress } from "./mail-groups.rules.ts";
import type { UnsubscribeLinks, UnsubscribeSubject } from "./unsubscribe-links.service.ts";

/* Decisions of people about their mails: in their settings, and by the links in the mails (rules-notifications 22, 23). */

export interface MailSettingsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly unsubscribeLinks: UnsubscribeLinks;
  readonly changePreferences: (
    tx: Tx,
    userId: UserId,
    changes: Partial<Preferences>,
    now: Date,
  ) => Promise<void>;
}

/** Whether mails reach the caller, and which ones they have refused. */
export async function getMailState(
  { db }: MailSettingsDeps,
  { userId }: Actor,
): Promise<MailState> {
  const person = await findMailPerson(db, userId);
  return {
    address: person?.email ?? null,
    addressOffAt: person?.offAt?.toISOString() ?? null,
    groupsOff: [...(person?.groupsOff ?? [])],
  };
}

/** Uses an address again that refused mails, or changes which kinds are refused. */
export async function updateMailState(
  deps: MailSettingsDeps,
  actor: Actor,
  { isAddressOn, groupsOff }: InputOf<"updateMailState">["body"],
): Promise<MailState> {
  await runTransaction(deps.db, async (tx) => {
    if (isAddressOn) await deleteRefusals(tx, actor.userId);
    if (groupsOff) await replaceOptouts(tx, actor.userId, groupsOff);
  });
  return getMailState(deps, actor);
}

/** The kind of mails that a link would switch off; UNSUBSCRIBE_INVALID for one that is not ours, and once the person has another address. */
export async function getUnsubscribe(
  deps: MailSettingsDeps,
  token: string,
): Promise<ReplyOf<"getUnsubscribe">> {
  const { subject, person, address } = await requireGenuine(deps, token);
  const { scope } = subject;
  return { scope, address: maskAddress(address), isOff: isOff(person, scope) };
}

/** Switches off the mails that a link is about, for any sender of the request; again changes nothing. */
export async function unsubscribe(
  deps: MailSettingsDeps,
  token: string,
): Promise<ReplyOf<"unsubscribe">> {
  const { subject, address } = await requireGenuine(deps, token);
  await runTransaction(deps.db, (tx) => switchOff(tx, deps, subject));
  return { scope: subject.scope, address: maskAddress(address), isOff: true };
}

async function requireGenuine({ db, unsubscribeLinks }: MailSettingsDeps, token: string) {
  const subject = unsubscribeLinks.read(token);
  const person = subject && (await findMailPerson(db, subject.userId));
  const address = person?.email;
  if (!subject || !person || !address || !unsubscribeLinks.isGenuine(token, address))
    throw new AppError("UNSUBSCRIBE_INVALID");
  return { subject, person, address };
}

function isOff({ preferences, groupsOff }: MailPerson, scope: MailScope): boolean {
  const { emailNotifications, weeklyDigest } = preferencesOf(preferences);
  if (!emailNotifications) return true;
  if (scope === "all") return false;
  return scope === "digest" ? !weeklyDigest : groupsOff.includes(scope);
}

async function switchOff(
  tx: Tx,
  { changePreferences, clock }: MailSettingsDeps,
  { userId, scope }: UnsubscribeSubject,
): Promise<void> {
  const change = (changes: Partial<Preferences>) =>
    changePreferences(tx, userId, changes, clock.now());
  if (scope === "all") await change({ emailNotifications: false });
  else if (scope === "digest") await change({ weeklyDigest: false });
  else await insertOptout(tx, userId, scope);
}

/** Of somebody who is gone. */
export function forgetMails(tx: Tx, userId: UserId): Promise<void> {
  return deleteMailsOf(tx, userId);
}
