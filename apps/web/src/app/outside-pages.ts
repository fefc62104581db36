import { lazy, type ComponentType } from "react";
import { outsidePaths, PUBLIC_DOCUMENT_PATH } from "./outside-paths.ts";

/** The page at that address, whoever asks; undefined for everything that needs a sign-in. */
export function outsidePage(path: string): ComponentType | undefined {
  const place = path.replace(/\/$/, "");
  if (import.meta.env.DEV && place === "/dev/kit")
    return lazy(async () => ({ default: (await import("#web/app/kit/KitPage.tsx")).KitPage }));
  if (place.startsWith(PUBLIC_DOCUMENT_PATH))
    return lazy(async () => ({
      default: (await import("#web/features/public-document/PublicDocumentPage.tsx"))
        .PublicDocumentPage,
    }));
  const found = outsidePaths.find((each) => each === place);
  return (
    found &&
    lazy(async () => ({
      default: await (await import("./outside-page-loads.ts")).outsidePageLoads[found](),
    }))
  );
}
