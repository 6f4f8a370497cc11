import { parseAst } from 'vitest/node';

import { parseOnce } from './read-source.ts';

/** A word that no name has any more, with the words to use instead. */
export interface Retired {
  readonly word: string;
  readonly say: string;
}

/** Words of other trades that contain a retired one. */
const OTHER_WORDS: ReadonlySet<string> = new Set(['lookUp']);

/**
 * Names that a stored or published format has, or something that people write, with the files that read or write them there. They may
 * only be properties: a variable beside them has another name.
 */
export const formats: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'a line of the ledger': {
    told: ['src/store/ledger-line.ts', 'src/session/session.ts', 'src/host/github/hosted/decide-here.ts'],
  },
  'a report that is posted for the emperor’s side': { told: ['src/wording/action-report.ts'] },
  'the branch of what was delivered': { told: ['src/tick/deliver.ts'] },
  'the mark up to which GitHub was read': {
    told: [
      'src/forge/github/form-heads.ts',
      'src/forge/github/mark.ts',
      'src/forge/github/observe.ts',
      'src/forge/github/seen.ts',
      'src/forge/github/vanished.ts',
      'src/forge/github/waiting.ts',
    ],
    looked: ['src/forge/github/mark.ts', 'src/forge/github/observe.ts'],
  },
  'what a rule’s tally and `status --json` say of a matter': {
    told: [
      'src/cli/commands/show.ts',
      'src/host/github/summary/say-summary.ts',
      'src/site/components/tally.astro',
      'src/site/data/site-data.ts',
      'src/site/prepare/collect-posts.ts',
      'src/tick/status-schema.ts',
      'src/wording/ballot.ts',
      'src/wording/words.ts',
    ],
  },
  'the pages’ api/matters.json': {
    standing: ['src/site/data/public-schema.ts', 'src/site/prepare/public-data.ts'],
  },
  'site.yml': { told: ['src/site/data/display-schema.ts', 'src/site/data/rounds.ts'] },
  'what commands print with --json': {
    kept: ['src/addons/github-begin/init-game.ts', 'src/cli/commands/recover.ts', 'src/cli/commands/tick.ts'],
    told: [
      'src/cli/commands/seal.ts',
      'src/cli/local/seal-verbs.ts',
      'src/cli/local/show-rehearsal.ts',
      'src/seat/rehearse.ts',
    ],
  },
  'a command that people type or that stands in a journal, and its form’s address': {
    peace: [
      'src/cli/commands/act.ts',
      'src/cli/registry.ts',
      'src/seat/forms/registry.ts',
      'src/session/take/take-command.ts',
    ],
  },
};

type Node = { readonly type: string; readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const NAMES: ReadonlySet<string> = new Set(['Identifier', 'PrivateIdentifier']);

/** Each name in a text, with whether it is that of a property alone. */
function* namesIn(node: Node, isProperty = false): Generator<readonly [string, boolean]> {
  if (NAMES.has(node.type)) yield [String(node['name']), isProperty];
  for (const [key, value] of Object.entries(node)) {
    const names =
      (key === 'key' && node['shorthand'] !== true && node['computed'] !== true) ||
      (key === 'property' && node['computed'] !== true);
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* namesIn(one, names);
  }
}

const partsOf = (name: string): readonly string[] =>
  name.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z\d]/u).map((part) => part.toLowerCase());

/** The files where a word has the meaning that is retired; everywhere for the others. */
const MEANT_IN: Readonly<Record<string, RegExp>> = {
  ended: /^src\/(?:sandbox|cache|session\/position)\//u,
  // A reader presses a button.
  press: /^src\/(?!site\/scripts\/)/u,
};

const FORMS: Readonly<Record<string, readonly string[]>> = { look: ['looks', 'looked', 'looking'] };

const isComment = /^\s*(?:\/\/|\/?\*)/u;

/** `src/a.ts: told: say notified` for each name of a file, and of its path, that is made of a retired word. */
export function findRetiredNames(path: string, code: string, retired: readonly Retired[]): readonly string[] {
  const here = retired
    .filter(({ word }) => MEANT_IN[word]?.test(path) !== false)
    .flatMap(({ word, say }) =>
      [word, `${word}s`, ...(FORMS[word] ?? [])].map((form) => [form, say] as const),
    );
  const sayFor = new Map(here);
  const insteadOf = (name: string): string | undefined =>
    OTHER_WORDS.has(name) ? undefined : partsOf(name).flatMap((part) => sayFor.get(part) ?? [])[0];
  const mayStand = (name: string): boolean =>
    Object.values(formats).some(
      (names) => Object.hasOwn(names, name) && names[name]?.includes(path) === true,
    );
  const names = new Map<string, boolean>();
  // Most files have no such word but in comments, and needn't be parsed.
  const any = new RegExp([...sayFor.keys()].join('|'), 'iu');
  if (code.split('\n').some((line) => any.test(line) && !isComment.test(line))) {
    const ast = path.endsWith('.astro') ? parseAst(code, { lang: 'tsx' }, path) : parseOnce(code, path);
    for (const [name, isProperty] of namesIn(ast as unknown as Node))
      names.set(name, isProperty && names.get(name) !== false);
  }
  const found = [...names]
    .filter(([name, isProperty]) => !isProperty || !mayStand(name))
    .map(([name]) => [name, insteadOf(name)] as const);
  return [...found, ['its path', insteadOf(path.replace(/^src\//u, ''))] as const].flatMap(([name, say]) =>
    say === undefined ? [] : [`${path}: ${name}: say ${say}`],
  );
}
