/** What stands in a cell for yes, and for no or nothing. */
export const YES: ReadonlySet<string> = new Set(['yes', 'true', 'x', '✓']);
export const NO: ReadonlySet<string> = new Set(['no', 'false', '', '–', '-']);
