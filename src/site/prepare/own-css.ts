import type { DisplayFile } from './find-display.ts';

// Limits a group's style: some properties are allowed on any page, others only on the group's own pages.

const COLOURS_OF_PAGES = /^--(?:accent|ink|line|panel|paper|soft)$/u;
/** These change how a page looks, but not what it contains or where. */
const STYLE_PROPERTIES =
  /^(?:color|accent-color|caret-color|background|background-(?:color|image|repeat|size|position|attachment)|border(?:-(?:block|inline|top|right|bottom|left))?(?:-(?:start|end))?(?:-(?:color|style|width|radius))?|border-(?:start|end|top|bottom)-(?:start|end|left|right)-radius|border-(?:collapse|spacing)|font-(?:family|size|style|weight|stretch|variant(?:-[a-z]+)*|feature-settings|kerning)|hyphens|letter-spacing|line-height|list-style-type|(?:margin|padding)(?:-(?:block|inline|top|right|bottom|left)(?:-(?:start|end))?)?|text-(?:align|decoration(?:-[a-z]+)?|transform|wrap|underline-offset)|(?:break|page-break)-(?:before|after|inside)|orphans|widows|transition(?:-[a-z]+)?)$/u;
const SIZES = /(?<![\w#.-])(-?[\d.]+)([a-z%]*)/giu;
/** The limit for each unit: anything longer would push the rest out of sight. */
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
/** The most room at the sides, in percent of the surrounding width. */
const MOST_PERCENT_ASIDE = 10;

/** Explains why a style can't set this on every page, or returns null. */
function whyNotEverywhere(property: string, value: string): string | null {
  if (COLOURS_OF_PAGES.test(property))
    return isSolid(value) ? null : 'a colour is named or written as #rrggbb';
  if (property.startsWith('--own-')) return null;
  if (!STYLE_PROPERTIES.test(property))
    return 'it may hide, move or cover, so it is for the group’s own pages (.own-text …)';
  if (/["']/u.test(value) && property !== 'font-family') return 'a style can’t add words to pages';
  if (property === 'color' && !isSolid(value))
    return 'text needs a colour that is named or written as #rrggbb';
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
    return Number(number) >= 1 && Number(number) <= 3 && unit === ''
      ? null
      : 'line heights must be from 1 to 3';
  const least = LEAST_LETTERS[unit];
  return least !== undefined && Number(number) >= least ? null : 'text of that size can’t be read';
}

const OWN = /^\.own-text(?:\s*>\s*|\s+)[^\s>+~,]/u;

/** True if the selectors match only elements within the group's own words, whose box contains everything in it. */
function isWithinOwn(selectors: string): boolean {
  return splitSelectors(selectors).every((one) => OWN.test(one.trim()));
}

/** Splits at commas outside brackets. */
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

const MOST_CHARACTERS = 20_000;
const COMMENT = /\/\*[^]*?(?:\*\/|$)/gu;
/** Anything that could load, run, or disguise something. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [
    /@(?!(?:media|supports|container|layer|keyframes)\b)[\w-]*/iu,
    'only @media, @supports, @container, @layer and @keyframes are allowed',
  ],
  [/\b(?:url|src|image|image-set|element|paint)\s*\(/iu, 'a style can’t load anything'],
  [/\b(?:expression\s*\(|behavior\s*:|-moz-binding|javascript\s*:)/iu, 'a style can’t run anything'],
  [/\\/u, 'escaped characters are not allowed'],
  [/</u, 'this is not a style sheet'],
];

/** The group's own style as served; if anything in it is refused, none of it is served, and the reason is given with its line. */
export function readOwnCss(file: DisplayFile | undefined): {
  readonly css: string;
  readonly problems: readonly string[];
} {
  if (file === undefined) return { css: '', problems: [] };
  const { path, text } = file;
  if (text.length > MOST_CHARACTERS)
    return {
      css: '',
      problems: [`${path}: it has ${text.length} characters, of at most ${MOST_CHARACTERS}`],
    };
  const bare = text.replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/gu, ' '));
  const problems = bare.split('\n').flatMap((line, at) =>
    REFUSED.flatMap(([refused, why]) => {
      const found = refused.exec(line);
      return found === null ? [] : [`${path}:${at + 1}: ${found[0].trim()}: ${why}`];
    }),
  );
  const beyond = problems.length > 0 ? [] : beyondBounds(path, bare);
  const all = [...problems, ...beyond];
  return all.length > 0 ? { css: '', problems: all } : { css: bare, problems: [] };
}

/** Problems with declarations that would hide, move, cover or imitate something on pages that aren't the group's own. */
function beyondBounds(path: string, style: string): readonly string[] {
  const { declarations, nested } = readDeclarations(style);
  return [
    ...nested.map((line) => `${path}:${line}: nested rules are not allowed: write the rule separately`),
    ...declarations.flatMap(({ property, value, of, inFrames, line }) => {
      const why = inFrames || isWithinOwn(of) ? null : whyNotEverywhere(property, value);
      return why === null ? [] : [`${path}:${line}: ${property}: ${why}`];
    }),
  ];
}

interface Declaration {
  readonly property: string;
  readonly value: string;
  /** The selectors of its rule, or the head of the block around it, such as `@media print`. */
  readonly of: string;
  /** True inside `@keyframes`. */
  readonly inFrames: boolean;
  readonly line: number;
}

/** Reads every declaration of a style without comments, and the lines on which a rule is nested in another. */
function readDeclarations(style: string): {
  readonly declarations: readonly Declaration[];
  readonly nested: readonly number[];
} {
  // Characters within strings don't end a rule.
  const bare = style.replaceAll(/"[^"\n]*"|'[^'\n]*'/gu, (text) => `"${'_'.repeat(text.length - 2)}"`);
  const declarations: Declaration[] = [];
  const nested: number[] = [];
  const open: string[] = [];
  let from = 0;
  for (const { 0: sign, index } of bare.matchAll(/[{};]|$/gu)) {
    const words = bare.slice(from, index).trim();
    const line = bare.slice(0, from + bare.slice(from).search(/\S|$/u)).split('\n').length;
    from = index + 1;
    if (sign === '{') {
      if (open.some((one) => !one.startsWith('@'))) nested.push(line);
      open.push(words);
      continue;
    }
    if (words !== '' && !words.startsWith('@')) {
      const [property = '', ...value] = words.split(':');
      const inFrames = open.some((one) => /^@keyframes\b/iu.test(one));
      declarations.push({
        property: property.trim().toLowerCase(),
        value: value.join(':').replace(/!\s*important\s*$/iu, ''),
        of: open.at(-1) ?? '',
        inFrames,
        line,
      });
    }
    if (sign === '}') open.pop();
  }
  return { declarations, nested };
}
