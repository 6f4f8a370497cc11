// Clauses that silently use what other rules define. The compiler looks at all of them at once.
import { expect, test } from 'vitest';

import type { RuleEntry } from '../../kernel/manifest.ts';
import { findUnspoken } from './find-unspoken.ts';

const NUMBER = { kind: 'integer' };
const field = (rule: string) => ({ rule, type: NUMBER });
const MODEL = {
  fields: {
    player: {
      honor: field('dynastic/honor'),
      'sea-legs': field('dynastic/ships'),
      points: field('core/points'),
    },
  },
  collections: {},
  views: {},
  kinds: {},
  submissions: {},
  hooks: {},
  events: {},
};
const RULES = ['core/points', 'dynastic/honor', 'dynastic/ships'].map((path) => ({
  path,
  plainTitle: path.endsWith('honor') ? 'Honors' : path.endsWith('ships') ? 'Long Voyages' : 'Points',
  title: path.endsWith('honor') ? 'Honors' : 'Long Voyages',
})) as unknown as readonly RuleEntry[];

const clause = (body: string): string =>
  `import { action, maybe, rule } from 'gitnomic/rules';\nvoid maybe;\nexport default rule(() => ({\n  actions: { go: action({ effect({ actor }) { ${body} } }) },\n}));\n`;
const FILES: Readonly<Record<string, readonly [text: string, clause: string]>> = {
  'dynastic/duels': [
    'They fight, and are honest.',
    clause('actor.honor += 1; actor.honor += 2;\n    actor.honor += 3;'),
  ],
  'dynastic/sailing': ['They sail.', clause('actor.seaLegs += actor.honor;')],
  'dynastic/knights': ['Knights lose Honor.', clause('actor.honor -= 1;')],
  'dynastic/harbour': ['What long voyages cost.', clause('actor.seaLegs -= 1;')],
  'dynastic/legless': ['Their legs hurt.', clause('actor.seaLegs -= 1;')],
  'dynastic/honor': ['Nothing is said.', clause('actor.honor -= 1;')],
  'dynastic/honor/loss': ['Nothing is said.', clause('actor.honor -= 1;')],
  'dynastic/careful': ['Nothing is said.', clause('actor.points += maybe(() => actor.honor, 0);')],
  'dynastic/wrong': ['Nothing is said.', clause('actor.humour -= 1;')],
  'dynastic/scores': ['Nothing is said.', clause('actor.points -= 1;')],
  'dynastic/shares': [
    'Their honor counts.',
    clause('').replace('void maybe', "import '../helpers/x.ts'; void maybe"),
  ],
};
const HELPER = 'export const honorOf = (of: { honor: number }): number => of.honor;\n';

test('a value of another rule is named, of which neither its words nor the clause say that it may be gone', async () => {
  const files = Object.entries(FILES).flatMap(([path, [text, code]]) => [
    [`${path}.md`, `---\ntitle: X\n---\n${text}\n`] as const,
    [`${path}.ts`, code] as const,
  ]);
  const found = await findUnspoken(new Map([...files, ['helpers/x.ts', HELPER]]), RULES, MODEL as never);
  const next = 'Say what holds without it, as in maybe(() => person.honor, 0), or mention it in the text.';
  const says = (where: string, name: string, owner: string) => ({
    code: 'unspoken',
    where,
    what: `The clause takes “${name}” from “${owner}”, which its own rule’s text doesn’t mention: without that rule the action would be refused.`,
    next,
  });
  expect(found).toEqual([
    says('dynastic/duels.ts:4', 'honor', 'Honors'),
    says('dynastic/sailing.ts:4', 'sea legs', 'Long Voyages'),
    says('dynastic/sailing.ts:4', 'honor', 'Honors'),
  ]);
});
