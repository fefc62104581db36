interface Listing {
  readonly page: number;
  readonly limit: number;
}

/** What a statement leaves out and takes. */
export interface Portion {
  readonly limit: number;
  readonly offset: number;
}

/**
 * One page of rows each of which says how many there are on all pages. A page beyond the last has no row that could tell, so the
 * first row is asked.
 */
export async function readPage<Row extends { readonly total: number }>(
  { page, limit }: Listing,
  read: (portion: Portion) => Promise<{ rows: Row[] }>,
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const { rows } = await read({ limit, offset: (page - 1) * limit });
  const first = rows[0] ?? (page > 1 ? (await read({ limit: 1, offset: 0 })).rows[0] : undefined);
  return { rows, total: first?.total ?? 0 };
}
