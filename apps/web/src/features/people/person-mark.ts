/** The attribute of elements that show a person: a click opens their card. */
export const PERSON_ATTRIBUTE = "data-person";

/** For the element; a button, where the card is to be reached without a pointer. The name is the one that stands there. */
export function personMark(id: string, name: string) {
  return { [PERSON_ATTRIBUTE]: `${id} ${name}` };
}

/** The person of an element. */
export function readPersonMark(element: Element): { readonly id: string; readonly name: string } {
  const mark = element.getAttribute(PERSON_ATTRIBUTE) ?? "";
  const at = mark.indexOf(" ");
  return { id: mark.slice(0, at), name: mark.slice(at + 1) };
}
