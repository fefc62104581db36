/** The room of one line in a section. */
export const settingLine = "min-h-14 px-4.5 py-2.25 max-pair:px-3.5 max-pair:py-3";
