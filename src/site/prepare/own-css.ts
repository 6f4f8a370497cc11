import type { DisplayFile } from './find-display.ts';
import { isWithinOwn, whyNotEverywhere } from './own-css-bounds.ts';
import { readDeclarations } from './read-declarations.ts';

const MOST_CHARACTERS = 20_000;
const COMMENT = /\/\*[^]*?(?:\*\/|$)/gu;
/** Anything that could load, run, or disguise something. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [
    /@(?!(?:media|supports|container|layer|keyframes)\b)[\w-]*/iu,
    'only @media, @supports, @container, @layer and @keyframes are taken',
  ],
  [/\b(?:url|src|image|image-set|element|paint)\s*\(/iu, 'pages fetch nothing that a style names'],
  [/\b(?:expression\s*\(|behavior\s*:|-moz-binding|javascript\s*:)/iu, 'nothing runs in a style'],
  [/\\/u, 'no character is written by its number'],
  [/</u, 'this is no style'],
];

/**
 * The group's own style as served; if anything in it is refused, none of it is served, and the reason is given with its
 * line.
 */
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
    ...nested.map((line) => `${path}:${line}: a rule in another isn’t taken: write it beside it`),
    ...declarations.flatMap(({ property, value, of, inFrames, line }) => {
      const why = inFrames || isWithinOwn(of) ? null : whyNotEverywhere(property, value);
      return why === null ? [] : [`${path}:${line}: ${property}: ${why}`];
    }),
  ];
}
