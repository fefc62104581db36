import { createHash } from "node:crypto";
import {
  imagePath,
  PREVIEW_TITLE_MAX,
  type LinkPreview,
  type PersonLimit,
  type UserId,
} from "@colbin/protocol";
import type { Images } from "#server/features/images/images.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { OutgoingFailed, type Outgoing } from "#server/platform/outgoing/outgoing.ts";
import { readPage, siteOf, toText } from "./pages.service.ts";
import { deleteDueLinkPreviews, findLinkPreview, upsertLinkPreview } from "./previews.queries.ts";

/** How sites describe their addresses, asked for through the outgoing guard, and kept for a day for all messages (rules-messages 48). */

export interface LinkDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly outgoing: Outgoing;
  readonly images: Images;
  /** Counts against a person; RATE_LIMITED where that is too often. */
  readonly requireWithin: (limit: PersonLimit, author: { readonly userId: UserId }) => void;
}

const KEPT_MS = 24 * 60 * 60_000;
/** A site that was away may be there again. */
const MISS_KEPT_MS = 60 * 60_000;
const PURGED_AT_ONCE = 1_000;
const ACCEPT = "text/html,application/xhtml+xml,image/*;q=0.5";
const pageTypes: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

type Description = Omit<LinkPreview, "url">;

/**
 * What a link shows; undefined where its site has nothing to show, or the server may not ask: not at all, or not so often for this author or
 * at this address, which is forgotten at once.
 */
export async function describeLink(
  deps: LinkDeps,
  link: string,
  author: { readonly userId: UserId },
): Promise<LinkPreview | undefined> {
  const { db, clock } = deps;
  const hash = createHash("sha256").update(link).digest();
  const known = await findLinkPreview(db, hash, clock.now());
  if (known) return known.preview ? { url: link, ...known.preview } : undefined;
  try {
    deps.requireWithin("linkPreview", author);
    const description = await ask(deps, link);
    const keptMs = description ? KEPT_MS : MISS_KEPT_MS;
    const expiresAt = new Date(clock.now().getTime() + keptMs);
    await upsertLinkPreview(db, hash, description, expiresAt);
    return description && { url: link, ...description };
  } catch (error) {
    if (isTooOften(error)) return undefined;
    throw error;
  }
}

function isTooOften(error: unknown): boolean {
  return error instanceof AppError && error.code === "RATE_LIMITED";
}

async function ask(deps: LinkDeps, link: string): Promise<Description | undefined> {
  const reply = await unlessRefused(deps.outgoing.get(link, { accept: ACCEPT, isCut: true }));
  if (reply?.status !== 200) return undefined;
  const { url, contentType, body } = reply;
  const [type = ""] = contentType.toLowerCase().split(";", 1);
  if (type.startsWith("image/")) return describeImage(deps, url);
  const page = pageTypes.has(type.trim()) ? readPage(body, contentType, url) : undefined;
  if (!page) return undefined;
  const { title, description, siteName, imageUrl } = page;
  const image = imageUrl === undefined ? undefined : await findImage(deps, imageUrl);
  return { title, ...(description && { description }), siteName, ...(image && { image }) };
}

/** A link that leads to an image itself. */
async function describeImage(deps: LinkDeps, url: URL): Promise<Description | undefined> {
  const image = await findImage(deps, url.href);
  const name = toText(url.pathname.split("/").at(-1) ?? "", PREVIEW_TITLE_MAX);
  return image && { title: name || siteOf(url), siteName: siteOf(url), image };
}

async function findImage(
  { images }: LinkDeps,
  address: string,
): Promise<LinkPreview["image"] | undefined> {
  const image = await unlessRefused(images.read(address));
  return image && { url: imagePath(address), width: image.width, height: image.height };
}

/** A site that does not answer, or may not be asked, is no failure of the server; one that was asked too often may be asked later. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isTooOften(error)) throw error;
    if (error instanceof AppError || error instanceof OutgoingFailed) return undefined;
    throw error;
  }
}

/** Forgets what is over. */
export async function forgetLinks({ db, clock }: Pick<LinkDeps, "db" | "clock">): Promise<void> {
  while (await deleteDueLinkPreviews(db, clock.now(), PURGED_AT_ONCE));
}
