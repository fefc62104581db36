import type { Handlers } from "#server/platform/http/handler.ts";
import { getImage, type Images } from "./images.service.ts";

export function imagesRoutes(deps: { readonly images: Images }) {
  return {
    getImage: ({ query }) => getImage(deps, query.url),
  } satisfies Partial<Handlers>;
}
