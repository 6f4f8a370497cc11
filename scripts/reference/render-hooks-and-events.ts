import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { readLibrary } from '../../src/store/library.ts';
import { Play } from '../../src/session/play/play.ts';
import { declare } from '../../src/kernel/kinds/index.ts';
import { composeRuleset, listPacks } from '../../src/ruleset/compose.ts';
import { membersOf, splitAt } from './read-interface.ts';
import { table } from './table.ts';

const QUESTIONS = fileURLToPath(new URL('../../src/rules/questions.ts', import.meta.url));

/** Renders the hooks and events that the engine knows, from their types, and what each era's core offers, from its clauses. */
export async function renderHooksAndEvents(): Promise<string> {
  const source = readFileSync(QUESTIONS, 'utf8');
  const parts = [
    '# Hooks and events\n\nWritten by `scripts/write-reference.ts` from the code. What each is for is told in\n[Writing a clause](../writing-a-clause.md) and [What the core rules offer](core-rules.md).\n',
    "\n## Hooks that the engine asks\n\nAn answer of `Permission` is `'permit'` or nothing. `Act` is `{ actor, action, rule, words }` with the parameters as written; `Taken` has\n`params` (as the clause gets them) and `cost` besides.\n\n",
    table(['hook', 'words', 'answer'], membersOf(source, 'Hooks').map(hookRow)),
    '\n## Events that the engine tells\n\n',
    table(
      ['event', 'words'],
      membersOf(source, 'Events').map(([event, words]) => [`\`${event}\``, code(words)]),
    ),
  ];
  const library = readLibrary();
  for (const era of listPacks(library).core) parts.push(await partOfEra(library, era));
  return parts.join('');
}

/** `Asked<words, answer>` */
function hookRow([hook, asked]: readonly [string, string]): string[] {
  const [words = '', answer = ''] = splitAt(/^Asked<(.*)>$/u.exec(asked)?.[1] ?? asked, ',');
  return [`\`${hook}\``, code(words), code(answer)];
}

function code(type: string): string {
  return type === 'object' ? '–' : `\`${type}\``;
}

async function partOfEra(library: ReturnType<typeof readLibrary>, era: string): Promise<string> {
  const { files, terms } = composeRuleset(library, { core: era });
  const play = await Play.start({ files, terms, state: null, draw: () => 1 });
  const model = play.sandbox.describe();
  play.dispose();
  const byName = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  const answered = (record: Readonly<Record<string, readonly string[]>>): string[][] =>
    byName(record).map(([id, rules]) => [`\`${id}\``, [...new Set(rules)].map(shown).join(', ')]);
  return [
    `\n## Core of ${era}\n\n### Views\n\n`,
    table(
      ['view', 'of', 'gives', 'rule'],
      byName(model.views).map(([id, { of, returns, rule }]) => [
        `\`${id}\``,
        of,
        `\`${declare(returns)}\``,
        shown(rule),
      ]),
    ),
    '\n### Hooks that its rules answer\n\n',
    table(['hook', 'rules'], answered(model.hooks)),
    '\n### Events that its rules hear\n\n',
    table(['event', 'rules'], answered(model.events)),
  ].join('');
}

/** `core/votable-matters/votes.md` → `votes` */
function shown(rule: string): string {
  return (rule.split('/').at(-1) ?? rule).replace(/\.(?:md|ts)$/u, '');
}
