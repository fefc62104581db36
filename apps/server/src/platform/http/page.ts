/** The reply of a list by page (protocol, pageOf). */
export function toPage<T>(
  results: T[],
  { page, limit }: { readonly page: number; readonly limit: number },
  totalResults: number,
) {
  return { results, page, limit, totalPages: Math.ceil(totalResults / limit), totalResults };
}
