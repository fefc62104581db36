import { useEffect, useEffectEvent } from "react";
import { placeOf, type Place } from "#web/design/menu/landmark.ts";
import { useSurface } from "#web/design/menu/use-surface.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { PERSON_ATTRIBUTE, readPersonMark } from "./person-mark.ts";

const PersonCard = lazyPart(() => import("./PersonCard.tsx"), "PersonCard");

interface PersonPlace extends Place {
  readonly id: string;
  readonly name: string;
}

/** The card of whichever person on the page is clicked: authors and mentions are many, and one card serves all. */
export function PersonCards() {
  const { isOpen, place, need, open, close } = useSurface<PersonPlace>();
  const handleClick = useEffectEvent(({ target }: MouseEvent) => {
    const opener =
      target instanceof Element && target.closest<HTMLElement>(`[${PERSON_ATTRIBUTE}]`);
    if (!opener) return;
    if (isOpen && opener === place?.opener) close();
    else open({ ...placeOf(opener), ...readPersonMark(opener) });
  });
  useEffect(() => {
    const listen = (event: MouseEvent) => handleClick(event);
    document.addEventListener("click", listen);
    return () => document.removeEventListener("click", listen);
  }, []);
  if (!place) return null;
  return <PersonCard need={need} {...place} isOpen={isOpen} onClose={close} />;
}
