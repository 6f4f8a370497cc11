/**
 * What a forge or a build server does of itself where it meets such words, by where that is published. GitHub's pages: "Linking a
 * pull request to an issue" (closing keywords, also in a commit's message on the default branch), "Autolinked references and
 * URLs", "Basic writing and formatting syntax" (mentions), "Skipping workflow runs". `***NO_CI***`, `--skip-ci` and the like
 * are those of other build servers as the repository srz-zumix/ci-skip lists them: whoever mirrors a game may use them.
 */
export const CLOSING_KEYWORDS = [
  'close',
  'closes',
  'closed',
  'fix',
  'fixes',
  'fixed',
  'resolve',
  'resolves',
  'resolved',
] as const;

export const REFERENCES = [
  '#7',
  'GH-7',
  'gh-7',
  'octo-org/octo-repo#7',
  'https://github.com/octo-org/octo-repo/issues/7',
] as const;

export const MENTIONS = ['@everyone', '@octo-org/team', '@\u200deli', '@\u200cbo', '@\u2060cy'] as const;

export const ADDRESSES = [
  'https://evil.example',
  'www.evil.example',
  'HTTP://evil.example',
  'eve@evil.example',
] as const;

export const SKIP_MARKERS = [
  '[skip ci]',
  '[ci skip]',
  '[no ci]',
  '[skip actions]',
  '[actions skip]',
  '[Skip CI]',
  '[skip azurepipelines]',
  '[azp skip]',
  '***NO_CI***',
  'skip-checks: true',
  'skip-checks:true',
  '--skip-ci',
  '--ci-skip',
] as const;

/** Characters that turn the order of what follows (Unicode's UAX 9), or hide it. */
export const TURNING = ['\u202e', '\u2066', '\u2069', '\u200f', '\u061c', '\ufeff'] as const;

export const ENTITIES = ['&lt;script&gt;', '&#60;b&#62;', '&nbsp;', '<script>', '<!-- x -->'] as const;

/** Where the engine writes what people wrote, and what is acted on there. */
export type Act = 'references' | 'mentions' | 'addresses' | 'skips' | 'turning' | 'markup';

const found: Readonly<Record<Act, RegExp>> = {
  references: /(?:^|[^&\w])#\d|GH-\d|\w\/\w[\w-]*#\d/iu,
  mentions: /@(?!\u200b)./u,
  addresses: /:\/\/|www\.\S/iu,
  skips: /\[[\w ]+\]|\*\*\*NO_CI|skip-c|ci-skip/iu,
  turning: /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\ufeff]/u,
  markup: /(?<!\\)&(?=#?\w+;)|(?<!\\)<\w|(?<!\\)<!--|(?<!\\)\]\(/u,
};

/** What of it would be acted on in this text. */
export function actedOn(text: string, acts: readonly Act[]): readonly Act[] {
  return acts.filter((act) => found[act].test(text));
}

export const ALL = [
  ...CLOSING_KEYWORDS.flatMap((keyword) => REFERENCES.map((reference) => `${keyword} ${reference}`)),
  ...MENTIONS,
  ...ADDRESSES,
  ...SKIP_MARKERS,
  ...TURNING.map((sign) => `a${sign}b`),
  ...ENTITIES,
];
