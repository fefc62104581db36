import * as z from "zod/mini";
import { LIST_PAGE_MAX, LIST_PAGE_SIZE } from "../limits.ts";

/** What JavaScript takes for a number as well, as 0x10 and 1e1, is not meant as one. */
const decimalDigits = /^\d{1,15}$/;

/** A whole number from a query string, in decimal digits. */
export function queryInteger(minimum: number, maximum: number) {
  const toNumber = (text: unknown) =>
    typeof text === "string" && decimalDigits.test(text) ? Number(text) : text;
  return z.pipe(z.transform(toNumber), z.int().check(z.minimum(minimum), z.maximum(maximum)));
}

/** Several values of a query string, with commas between them. */
export function queryList<S extends z.core.$ZodType>(item: S, maximum: number) {
  const toItems = (text: unknown) => (typeof text === "string" ? text.split(",") : text);
  return z.pipe(z.transform(toItems), z.array(item).check(z.minLength(1), z.maxLength(maximum)));
}

/** Lists by page: `page` from 1 and `limit` (wire.md, HTTP). Spread it into a query schema. */
export const pageQuery = {
  page: z._default(queryInteger(1, 1_000_000), 1),
  limit: z._default(queryInteger(1, LIST_PAGE_MAX), LIST_PAGE_SIZE),
};

/** The reply of every list by page. */
export function pageOf<S extends z.core.$ZodType>(item: S) {
  return z.object({
    results: z.array(item),
    page: z.int(),
    limit: z.int(),
    totalPages: z.int(),
    totalResults: z.int(),
  });
}
