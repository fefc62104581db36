import { API_BASE_PATH } from "@colbin/protocol";

/** True for paths that belong to the API and never to a page of the web app. */
export function isApiPath(path: string): boolean {
  return path === API_BASE_PATH || path.startsWith(`${API_BASE_PATH}/`);
}
