/** A picture of another site by way of our own server: that site learns nothing about the reader. */
export function imageAddress(url: string): string {
  return `/v1/images?url=${encodeURIComponent(url)}`;
}
