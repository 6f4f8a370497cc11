// The bounds of a group's style: some of it is for any page, and some for the group's own pages alone.

/** The colours that the pages are made of. */
const COLOURS_OF_PAGES = /^--(?:accent|ink|line|panel|paper|soft)$/u;
/** These change how a page looks, but neither what stands on it nor where. */
const LOOKS =
  /^(?:color|accent-color|caret-color|background|background-(?:color|image|repeat|size|position|attachment)|border(?:-(?:block|inline|top|right|bottom|left))?(?:-(?:start|end))?(?:-(?:color|style|width|radius))?|border-(?:start|end|top|bottom)-(?:start|end|left|right)-radius|border-(?:collapse|spacing)|font-(?:family|size|style|weight|stretch|variant(?:-[a-z]+)*|feature-settings|kerning)|hyphens|letter-spacing|line-height|list-style-type|(?:margin|padding)(?:-(?:block|inline|top|right|bottom|left)(?:-(?:start|end))?)?|text-(?:align|decoration(?:-[a-z]+)?|transform|wrap|underline-offset)|(?:break|page-break)-(?:before|after|inside)|orphans|widows|transition(?:-[a-z]+)?)$/u;
const SIZES = /(?<![\w#.-])(-?[\d.]+)([a-z%]*)/giu;
/** The most of each unit: what is longer would push the rest out of sight. */
const MOST: Readonly<Record<string, number>> = {
  '': 1000,
  '%': 100,
  px: 64,
  pt: 48,
  em: 4,
  rem: 4,
  ch: 8,
  deg: 360,
  turn: 1,
  s: 1,
  ms: 1000,
};
/** Letters below this can't be read. */
const LEAST_LETTERS: Readonly<Record<string, number>> = { px: 11, pt: 8, rem: 0.7 };
const LETTERS_BY_NAME = /^(?:inherit|small|medium|(?:x{1,2}-)?large)$/iu;
/** Of the width around, for room at the sides. */
const MOST_PERCENT_ASIDE = 10;

/** Why a style may not say this of every page, or null. */
export function whyNotEverywhere(property: string, value: string): string | null {
  if (COLOURS_OF_PAGES.test(property))
    return isSolid(value) ? null : 'a colour is named or written as #rrggbb';
  if (property.startsWith('--own-')) return null;
  if (!LOOKS.test(property))
    return 'it may hide, move or cover, so it is for the group’s own pages (.own-text …)';
  if (/["']/u.test(value) && property !== 'font-family') return 'a style adds no words to pages';
  if (property === 'color' && !isSolid(value))
    return 'letters have a colour that is named or written as #rrggbb';
  if (/\b[\w-]+\(/u.test(value) && !/color|image|family|^background$/u.test(property))
    return 'a size is a plain number with its unit';
  const odd = [...value.matchAll(SIZES)].find(
    ([, number = '', unit = '']) => !isBounded(property, Number(number), unit.toLowerCase()),
  );
  if (odd !== undefined) return `${odd[0]} would push or pull things out of sight`;
  return property === 'font-size' || property === 'line-height'
    ? whyUnreadable(property, value.trim())
    : null;
}

function isBounded(property: string, number: number, unit: string): boolean {
  const most = unit === '%' && /^(?:margin|padding)/u.test(property) ? MOST_PERCENT_ASIDE : MOST[unit];
  return most !== undefined && number >= 0 && number <= most;
}

function isSolid(value: string): boolean {
  return /^\s*(?:#[0-9a-f]{3}|#[0-9a-f]{6}|(?!transparent\b)[a-z]+|var\(--(?:accent|ink|soft)\))\s*$/iu.test(
    value,
  );
}

function whyUnreadable(property: string, value: string): string | null {
  if (property === 'font-size' && LETTERS_BY_NAME.test(value)) return null;
  const [, number = '', unit = ''] = /^([\d.]+)([a-z%]*)$/iu.exec(value) ?? [];
  if (property === 'line-height')
    return Number(number) >= 1 && Number(number) <= 3 && unit === '' ? null : 'lines are 1 to 3 high';
  const least = LEAST_LETTERS[unit];
  return least !== undefined && Number(number) >= least ? null : 'letters of that size can’t be read';
}

const OWN = /^\.own-text(?:\s*>\s*|\s+)[^\s>+~,]/u;

/** True if what is selected stands within the group's own words, whose box holds what is in it. */
export function isWithinOwn(selectors: string): boolean {
  return splitSelectors(selectors).every((one) => OWN.test(one.trim()));
}

/** At commas outside brackets. */
function splitSelectors(selectors: string): readonly string[] {
  const found: string[] = [''];
  let depth = 0;
  for (const sign of selectors) {
    if (sign === '(' || sign === '[') depth++;
    if (sign === ')' || sign === ']') depth--;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found;
}
