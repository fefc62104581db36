import * as z from "zod/mini";
import { LIST_PAGE_MAX, LIST_PAGE_SIZE } from "../limits.ts";

/** A whole number from a query string. */
export function queryInteger(minimum: number, maximum: number) {
  return z.coerce.number().check(z.int(), z.minimum(minimum), z.maximum(maximum));
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
