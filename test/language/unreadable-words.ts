/** What stands in a text for people that only a machine would write. */
export interface KnownIds {
  /** Ids of more than one word. */
  readonly ids: ReadonlySet<string>;
  /** Ids of people, and of kinds, that are called otherwise. */
  readonly called: ReadonlyMap<string, string>;
}

/** `1 votes`, `1 more changes`: verbs behind a number, such as `1 was 0`, are none. */
export const PLURAL_OF_ONE =
  /(?<![\w.:,→/–-] ?)1 (?:more |past )?(?!is\b|was\b|has\b|does\b|as\b|this\b|passes\b)[a-z]{2,}s\b/gu;

const RAW: readonly RegExp[] = [
  PLURAL_OF_ONE,
  /(?<![\w/@.:-])(?:players|game|dynasty)\.[a-z][\w-]*(?:\.[\w-]+)*/gu,
  /\{"|"\}|\["|"\]|\[object/gu,
  /(?<![\w-])(?:true|false|null|undefined|NaN)(?![\w-])/gu,
  /\d{4}-\d\d-\d\dT[\d:.]+Z?/gu,
  /(?<![\w/.:-])[a-z]{2,}[A-Z][a-z]+(?:[A-Z][a-z]+)*(?![\w/])/gu,
];
const ID = /(?<![\w/.:=-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w/=])/gu;

/** What one types: in backquotes, or before the first gap of a list’s line, with its parameters. */
export function withoutTyped(line: string): string {
  return (
    line
      .replaceAll(/`[^`]*`/gu, ' ')
      .replace(/^(?: {2}|\d+ {2})[\w-]+(?: \[?[\w-]+=…\]?)* (?= )/u, ' ')
      .replace(/^ {2}[\w-]+(?: \[?[\w-]+=…\]?)*(?=, costs )/u, ' ')
      .replaceAll(/\[?[\w-]+=…\]?/gu, ' ')
      // What somebody wrote to the engine.
      .replace(/commented on \d+: \/.*$/u, ' ')
      .replaceAll(/\b(?:error|usage|refused|broken)\[[\w-]+\]/gu, ' ')
  );
}

export function unreadableWords(text: string, { ids, called }: KnownIds): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const words = withoutTyped(line);
    const found = [
      ...RAW.flatMap((pattern) => words.match(pattern) ?? []),
      ...(words.match(ID) ?? []).filter((id) => ids.has(id)),
      ...[...called.keys()].filter((id) => new RegExp(`(?<![\\w/.@=:-])${id}(?![\\w/=-])`, 'u').test(words)),
    ];
    return found.map((what) => `${what} in “${line.trim()}”`);
  });
}
