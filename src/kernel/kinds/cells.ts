/** The words in a table cell that mean yes, and those that mean no or nothing. */
export const YES: ReadonlySet<string> = new Set(['yes', 'true', 'x', '✓']);
export const NO: ReadonlySet<string> = new Set(['no', 'false', '', '–', '-']);
