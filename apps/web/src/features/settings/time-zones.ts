/** Cities whose zone many browsers know and list under a former name alone. */
const renamed = [
  "America/Nuuk",
  "Asia/Ho_Chi_Minh",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Yangon",
  "Atlantic/Faroe",
  "Europe/Kyiv",
];

/** All time zones that this browser knows, by name. */
export function zoneNames(): readonly string[] {
  const listed = Intl.supportedValuesOf("timeZone");
  return [...new Set([...listed, ...renamed.filter(isKnown), "UTC"])].toSorted();
}

/** The one zone that somebody means by a part of its name, as "new york"; undefined where it is none, or several. */
export function findZone(typed: string): string | undefined {
  const wanted = toKey(typed);
  const found = zoneNames().filter((name) => toKey(name).includes(wanted));
  const isExact = (name: string): boolean =>
    [name, name.split("/").at(-1) ?? ""].some((each) => toKey(each) === wanted);
  const exact = found.filter(isExact);
  const [zone, other] = exact.length > 0 ? exact : found;
  return other === undefined ? zone : undefined;
}

function toKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "_");
}

function isKnown(name: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
