interface Key {
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/** The code that browsers send in place of a key that the input method has taken. */
const TAKEN_KEY_CODE = 229;

/**
 * Does this key belong to an input method that composes a character? Safari ends the composition before it tells the
 * Enter that ended it, so that only the code still says so.
 */
export function isComposing({ isComposing: isMarked, keyCode }: Key): boolean {
  return isMarked || keyCode === TAKEN_KEY_CODE;
}
