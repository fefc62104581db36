import type { TagParseRule } from "@tiptap/pm/model";

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** As addresses of rooms are written. */
const SLUG = /^[^\s/()?#\\]{1,100}$/u;
/** Of the name of a file, a person or a document. */
export const LABEL_MAX = 200;
const LATEX_MAX = 2_000;
const PIXELS_MAX = 50_000;

/** As much of an element as is read here: servers have no elements. */
interface ElementLike {
  getAttribute(name: string): string | null;
}

/** An attribute of a node, and how HTML has it. No node is made with one that is not sound. */
interface SoundAttribute {
  readonly default?: string | null;
  readonly isRequired: boolean;
  readonly validate: (value: unknown) => void;
  readonly parseHTML: (element: ElementLike) => unknown;
  /** The node writes its own. */
  readonly renderHTML: () => Record<string, never>;
}

function words(name: string, isSound: (value: string) => boolean): SoundAttribute {
  return {
    isRequired: true,
    validate(value) {
      if (typeof value !== "string" || !isSound(value)) throw new RangeError(`No ${name}`);
    },
    parseHTML: (element) => element.getAttribute(name),
    renderHTML: () => ({}),
  };
}

/** Is it the form of an id of something on the server? */
export function isId(value: string): boolean {
  return ID.test(value);
}

/** The id of something on the server. */
export function idIn(name: string): SoundAttribute {
  return words(name, isId);
}

/** The address of a room. */
export function slugIn(name: string): SoundAttribute {
  return words(name, (value) => SLUG.test(value));
}

/** A formula. */
export function latexIn(name: string): SoundAttribute {
  return words(name, (value) => value.length <= LATEX_MAX);
}

/** How something was called when it was put there: shown where its name of today is not known. */
export function labelIn(name: string): SoundAttribute {
  return {
    ...words(name, (value) => value.length <= LABEL_MAX),
    isRequired: false,
    default: "",
    parseHTML: (element) => (element.getAttribute(name) ?? "").slice(0, LABEL_MAX),
  };
}

/** A measure of an image in pixels; null where it is not known. */
export function pixelsIn(name: string): SoundAttribute {
  return {
    ...words(name, () => true),
    isRequired: false,
    default: null,
    validate(value) {
      const isSound = typeof value === "number" && value > 0 && value <= PIXELS_MAX;
      if (value !== null && !isSound) throw new RangeError(`No ${name}`);
    },
    parseHTML: (element) => Number(element.getAttribute(name)) || null,
  };
}

/** Elements of HTML that are such a node: those whose attributes are sound. */
export function soundTag(
  tag: string,
  attributes: Readonly<Record<string, SoundAttribute>>,
): TagParseRule {
  const isSound = (element: ElementLike): boolean => {
    try {
      for (const { validate, parseHTML } of Object.values(attributes)) validate(parseHTML(element));
      return true;
    } catch {
      return false;
    }
  };
  return {
    tag,
    priority: 60,
    getAttrs: (element: ElementLike) => (isSound(element) ? null : false),
  };
}
