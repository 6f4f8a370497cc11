import { readFileSync } from 'node:fs';

import { membersOf } from './read-interface.ts';
import { table } from './table.ts';

interface Word {
  readonly names: readonly string[];
  readonly about: string;
}

const FUNCTION = /(?:\/\*\*(?<about>(?:(?!\*\/).)*)\*\/\n)?^export function (?<name>\w+)/gmsu;
const MEMBER = /(?:^ {2}\/\*\*(?<about>(?:(?!\*\/).)*)\*\/\n)?^ {2}(?:readonly )?(?<name>\w+)\??[:(<]/gmsu;

/** Lists all words of the language on one page, each with its sentence from the code. */
export function renderWords(): string {
  const offered = [...read('rules/index.ts').matchAll(/^export \{ ?(?<names>[^}]*)\} from/gmsu)].flatMap(
    ({ groups }) => (groups?.['names'] ?? '').match(/\w+/gu) ?? [],
  );
  const said = new Map(
    [
      'rules/types.ts',
      'rules/actions.ts',
      'rules/derive.ts',
      'rules/rule.ts',
      'rules/turns.ts',
      'rules/rows/settle.ts',
      'kernel/time.ts',
    ]
      .flatMap((file) => wordsIn(read(file), FUNCTION))
      .map(({ names: [name = ''], about }) => [name, about]),
  );
  const sections: readonly (readonly [string, readonly Word[]])[] = [
    [
      'To import from `gitnomic/rules`',
      together(offered.map((name) => ({ names: [name], about: said.get(name) ?? '' }))),
    ],
    ['What a rule defines', together(wordsIn(bodyOf('rules/rule.ts', 'RuleDefinition'), MEMBER))],
    ['What an action has', together(wordsIn(bodyOf('rules/actions.ts', 'Action'), MEMBER))],
    ['What a turn helper has', together(wordsIn(bodyOf('rules/turns.ts', 'Turns'), MEMBER))],
    ['What every handler is given', together(wordsIn(bodyOf('rules/game.ts', 'Game'), MEMBER))],
    [
      'What people, things and posts have',
      together([
        ...wordsIn(bodyOf('rules/world.ts', 'Numbers'), MEMBER),
        ...wordsIn(bodyOf('rules/world.ts', 'Base'), MEMBER),
        ...wordsIn(bodyOf('rules/world.ts', 'Post'), MEMBER),
      ]),
    ],
    [
      'What sets and collections have',
      together([
        ...wordsIn(bodyOf('rules/world.ts', 'Set'), MEMBER),
        ...wordsIn(bodyOf('rules/world.ts', 'Collection'), MEMBER),
      ]),
    ],
  ];
  const questions = read('rules/questions.ts');
  const named = (name: string): string =>
    membersOf(questions, name)
      .map(([word]) => `\`${word}\``)
      .join(', ');
  return [
    '# The words of the language\n\nWritten by `scripts/write-reference.ts` from the code: every word that a clause can use, with one sentence for each. [Writing a clause](../writing-a-clause.md)\ntells how they go together, [Clause API](clause-api.md) has their types.\n',
    ...sections.map(
      ([title, words]) =>
        `\n## ${title}\n\n${table(
          ['word', 'what'],
          words.map(({ names, about }) => [names.map((name) => `\`${name}\``).join(', '), about]),
        )}`,
    ),
    `\n## Questions and events\n\nThe engine asks ${named('Hooks')}.\n\nIt tells ${named('Events')}. Their words are in [Hooks and events](hooks-and-events.md).\n`,
  ].join('');
}

function wordsIn(source: string, form: RegExp): readonly Word[] {
  return [...source.matchAll(form)].map(({ groups }) => ({
    names: [groups?.['name'] ?? ''],
    about: sentence(groups?.['about'] ?? ''),
  }));
}

/** Words that share an explanation: variables of each owner, and methods of sets that lists have too. */
const AS_THE_FIRST = new Set([
  'game',
  'dynasty',
  'emperor',
  'post',
  'get',
  'has',
  'all',
  'filter',
  'find',
  'map',
  'some',
  'every',
]);

function together(words: readonly Word[]): readonly Word[] {
  const rows: Word[] = [];
  for (const { names, about } of words) {
    const last = rows.at(-1);
    if (rows.some((row) => row.names.join() === names.join())) continue;
    if (about !== '') rows.push({ names, about });
    else if (last !== undefined && names.every((name) => AS_THE_FIRST.has(name)))
      rows[rows.length - 1] = { ...last, names: [...last.names, ...names] };
    else throw new Error(`No comment in the code says what ${names.join()} is.`);
  }
  return rows;
}

/** `Text; \n * more.` → `Text; more.` */
function sentence(about: string): string {
  return about.replaceAll(/\s*\n\s*\*\s?/gu, ' ').trim();
}

function bodyOf(file: string, name: string): string {
  const found = new RegExp(
    `^(?:export )?(?:interface|type) ${name}\\b[^\\n]*\\n(?<body>.*?)^\\}`,
    'msu',
  ).exec(read(file));
  if (found === null) throw new Error(`There is no ${name} in ${file}.`);
  return found.groups?.['body'] ?? '';
}

function read(file: string): string {
  return readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');
}
