import { API_BASE_PATH } from "./limits.ts";
import { firstRoutes } from "./routes.first.ts";

/** Where a page loads the image of another site: pages ask nobody but their own server for anything. */
export function imagePath(url: string): string {
  return `${API_BASE_PATH}${firstRoutes.getImage.path}?url=${encodeURIComponent(url)}`;
}
