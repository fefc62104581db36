import type { File, FileType, MessageFile } from "@colbin/protocol";
import {
  File as FileIcon,
  FileArchive,
  FileCode,
  FileText,
  Image,
  Music,
  Video,
  type LucideIcon,
} from "lucide-react";
import { dayAfter, dayFormat, dayKey, formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { expiredText, unscannedText, withheldTexts } from "./shown-texts.ts";
import { fileTexts } from "./texts.ts";

interface TypeLook {
  readonly icon: LucideIcon;
  readonly className: string;
}

/** The icon of a type, and its hue. */
export const typeLooks: Record<FileType, TypeLook> = {
  image: { icon: Image, className: "bg-hue-5-soft text-hue-5-ink" },
  video: { icon: Video, className: "bg-hue-6-soft text-hue-6-ink" },
  audio: { icon: Music, className: "bg-hue-7-soft text-hue-7-ink" },
  document: { icon: FileText, className: "bg-hue-1-soft text-hue-1-ink" },
  code: { icon: FileCode, className: "bg-hue-8-soft text-hue-8-ink" },
  archive: { icon: FileArchive, className: "bg-hue-3-soft text-hue-3-ink" },
  other: { icon: FileIcon, className: "bg-hue-4-soft text-hue-4-ink" },
};

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const STEP = 1_000;

/** 1.8 MB */
export function sizeText(bytes: number): string {
  const power = bytes < STEP ? 0 : Math.floor(Math.log10(bytes) / 3);
  const unit = units[Math.min(power, units.length - 1)] ?? "byte";
  const value = bytes / STEP ** units.indexOf(unit);
  return new Intl.NumberFormat(displayLocale(), {
    style: "unit",
    unit,
    unitDisplay: unit === "byte" ? "long" : "short",
    maximumFractionDigits: value < 10 && unit !== "byte" ? 1 : 0,
  }).format(value);
}

/** Beside the name of a file: its size, or why it cannot be had. */
export function stateText(file: MessageFile): string {
  const { size, status, isUnscanned, isExpired } = file;
  if (isExpired) return t(expiredText);
  if (status !== "ready") return t(withheldTexts[status]);
  return isUnscanned ? `${sizeText(size)} · ${t(unscannedText)}` : sizeText(size);
}

const WEEK_DAYS = 7;

/** 10:05, Yesterday, Tuesday, 12 Nov, as files of the day, the week, and before are named. */
export function whenText(at: string, today: string): string {
  const date = new Date(at);
  const key = dayKey(date);
  if (key >= today) return formatDate(date, "clock");
  if (dayAfter(key) === today) return t(fileTexts.yesterday);
  if (dayAfter(key, WEEK_DAYS) > today) return formatDate(date, "weekday");
  return formatDate(date, dayFormat(key, today));
}

/** A small image that the server made; what was uploaded is never drawn itself. */
export function thumbOf({ id, variants, status }: File) {
  if (status !== "ready") return undefined;
  const variant = (["thumb256", "poster"] as const).find((each) => variants.includes(each));
  return variant && { id, variant };
}
