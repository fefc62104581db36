import { API_BASE_PATH } from "./limits.ts";
import { routes } from "./routes.ts";

/** Where a small picture is: what is stored and shown of it. */
export function smallPicturePath(id: string): string {
  return `${API_BASE_PATH}${routes.getSmallPicture.path.replace(":id", id)}`;
}
