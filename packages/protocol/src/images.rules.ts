import { API_BASE_PATH } from "./limits.ts";
import { routes } from "./routes.ts";

/** Where a page loads the image of another site: pages ask nobody but their own server for anything. */
export function imagePath(url: string): string {
  return `${API_BASE_PATH}${routes.getImage.path}?url=${encodeURIComponent(url)}`;
}
