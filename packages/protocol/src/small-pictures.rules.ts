import { API_BASE_PATH } from "./limits.ts";
import { firstRoutes } from "./routes.first.ts";

/** Where a small picture is: what is stored and shown of it. */
export function smallPicturePath(id: string): string {
  return `${API_BASE_PATH}${firstRoutes.getSmallPicture.path.replace(":id", id)}`;
}
