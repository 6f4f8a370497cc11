// A sandbox in which rules are in force loads only modules that have changed. Whatever was in force before, the rules that follow are
// the same as in a sandbox that knows nothing.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import type { Terms } from '../../src/kernel/manifest.ts';
import { moduleSources } from '../../src/session/play/ruleset-sources.ts';
import { composeRuleset, listPacks } from '../../src/ruleset/compose.ts';
import { readRuleset, type RuleFiles } from '../../src/ruleset/read.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const AT = '2021-06-18T09:00:00Z';
const HOST = { draw: () => 1, ledger: { length: 0, at: () => null } };

const packs = listPacks(shippedLibrary).dynasties.map((dynasty) => {
  const core = /^core: ["']?([\w-]+)/mu.exec(shippedLibrary.get(`${dynasty}/pack.yml`) ?? '')?.[1] ?? '2021';
  return [dynasty, composeRuleset(shippedLibrary, { core, dynasty })] as const;
});

const clause = (body: string, top = ''): string =>
  `import { action, derive, integer, rule } from 'gitnomic/rules';\n${top}\nexport default rule((kit) => ${body});\n`;

/** Clauses of a rule that somebody adds, some of which are refused, and each of which would show what should not have stayed. */
const CLAUSES: Readonly<Record<string, string>> = {
  'a view': clause(`({ views: { extra: derive({ of: 'game', returns: integer(), value: () => 1 }) } })`),
  'the same view with another value': clause(
    `({ views: { extra: derive({ of: 'game', returns: integer(), value: () => 2 }) } })`,
  ),
  'a view that a rule has': clause(
    `({ views: { quorum: derive({ of: 'game', returns: integer(), value: () => 1 }) } })`,
  ),
  'a view of none': clause(`({ views: { nowhere: (of, next) => next() } })`),
  things: clause(`({ things: { shacks: { fields: { size: integer() } } } })`),
  'other things': clause(`({ things: { sheds: { fields: { size: integer() } } } })`),
  'whatever things there are': clause(
    `'shacks' in kit ? ({}) : ({ views: { extra: derive({ of: 'game', returns: integer(), value: () => kit.sheds.size }) } })`,
  ),
  'a number of its text': clause(
    `({ views: { extra: derive({ of: 'game', returns: integer(), value: (n => () => n)(kit.value('number')) }) } })`,
  ),
  'an unknown part': clause(`({ nonsense: 1 })`),
  'nothing at all': clause('5'),
  'a failure': clause(`{ throw new Error('no'); }`),
  'a failure at the top': clause('({})', `throw new Error('no');`),
  'no code': 'export default rule((',
  'what must not be kept': clause(
    '({})',
    'const kept = [1, 2, 3].values(); export const next = () => kept.next();',
  ),
  'what must not be kept by the rule': clause(
    `{ const kept = [1, 2, 3].values(); return { hooks: { odd: () => kept.next().value } }; }`,
  ),
  'a count of those who share a helper': clause(
    `{ const n = count(); return { views: { extra: derive({ of: 'game', returns: integer(), value: () => n }) } }; }`,
    `import { count } from '#core/counting.ts';`,
  ),
};
const COUNTING = 'let n = 0; export const count = () => ++n;\n';

type Change = (files: Map<string, string>, pick: (of: number) => number) => void;

const texts = (files: Map<string, string>, ending: string): string[] =>
  [...files.keys()].filter((path) => path.endsWith(ending) && !path.includes('/helpers/')).sort();

const CHANGES: readonly Change[] = [
  // A sentence more.
  (files, pick) => {
    const path = anyOf(texts(files, '.md'), pick);
    files.set(path, `${files.get(path) ?? ''}\nSentence ${pick(100)} is added.\n`);
  },
  // Another number, which may be one that can't be read, or hold from a date on.
  (files, pick) => {
    const with_ = texts(files, '.md').filter((path) => /\]\(#value:/u.test(files.get(path) ?? ''));
    if (with_.length === 0) return;
    const path = anyOf(with_, pick);
    const value = anyOf(
      ['7', 'eight', 'nonsense', '3, and 4 from 2020-01-01', '3, and 4 from 2030-01-01'],
      pick,
    );
    files.set(path, (files.get(path) ?? '').replace(/\[[^\]]*\](?=\(#value:)/u, `[${value}]`));
  },
  // Another title.
  (files, pick) => {
    const path = anyOf(texts(files, '.md'), pick);
    files.set(path, (files.get(path) ?? '').replace(/^title: .*$/mu, `title: Title ${pick(100)}`));
  },
  // A rule more, or another clause of it.
  (files, pick) => {
    const path = `core/added-${pick(2)}`;
    files.set(
      `${path}.md`,
      `---\ntitle: Added ${path.at(-1) ?? ''}\n---\nThere are [${pick(5)}](#value:number).\n`,
    );
    files.set(`${path}.ts`, CLAUSES[anyOf(Object.keys(CLAUSES), pick)] ?? '');
    files.set('core/helpers/counting.ts', COUNTING);
  },
  // A rule less.
  (files, pick) => {
    const path = anyOf(texts(files, '.md'), pick).slice(0, -'.md'.length);
    const isOfIt = (one: string): boolean =>
      one === `${path}.md` || one === `${path}.ts` || one.startsWith(`${path}/`);
    for (const one of files.keys()) if (isOfIt(one)) files.delete(one);
  },
  // A rule under another name.
  (files, pick) => {
    const path = anyOf(texts(files, '.md'), pick).slice(0, -'.md'.length);
    for (const one of [`${path}.md`, `${path}.ts`]) {
      const text = files.get(one);
      if (text === undefined) continue;
      files.delete(one);
      files.set(one.replace(/(?=\.\w+$)/u, '-moved'), text);
    }
  },
  // A clause of another text.
  (files, pick) => {
    const path = anyOf(texts(files, '.ts'), pick);
    files.set(path, `${files.get(path) ?? ''}// ${pick(100)}\n`);
  },
  // A rule that sleeps.
  (files, pick) => {
    const path = anyOf(texts(files, '.md'), pick);
    files.set(path, (files.get(path) ?? '').replace(/^title: /mu, 'status: inactive\n$&'));
  },
];

function anyOf<T>(all: readonly T[], pick: (of: number) => number): T {
  return all[pick(all.length)] as T;
}

interface Step {
  readonly change: number;
  readonly picks: readonly number[];
  /** Whether it starts from the rules as they are shipped. */
  readonly isBack: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  change: fc.nat({ max: CHANGES.length - 1 }),
  picks: fc.array(fc.nat({ max: 9999 }), { minLength: 4, maxLength: 4 }),
  isBack: fc.boolean(),
});

function changed(files: RuleFiles, { change, picks }: Step): Map<string, string> {
  const next = new Map(files);
  const left = [...picks];
  CHANGES[change]?.(next, (of) => (left.shift() ?? 0) % of);
  return next;
}

/** All that can be seen of rules that are put in force: what is wrong with them, or what they define and do. */
function seen(sandbox: Sandbox, files: RuleFiles, terms: Terms): string {
  const { manifest } = readRuleset(files, terms);
  // Values that have a date are as they are at the time of the last question; to ask for nothing is none.
  sandbox.query(AT, [['game']]);
  const problems = sandbox.link(manifest, moduleSources(files));
  if (problems.length > 0) return JSON.stringify(problems);
  sandbox.load(null);
  const model = sandbox.describe();
  const acts = Object.keys(model.actions).map(
    (action) => ({ type: 'act', at: AT, by: 'ana', action, with: {} }) as const,
  );
  return JSON.stringify({
    model,
    state: sandbox.state(),
    refusals: sandbox.refusalsOf(acts),
    extra: Object.hasOwn(model.views, 'extra') ? sandbox.query(AT, [['extra']]) : null,
    why: sandbox.explain(AT, 'may-post', { by: 'ana' }),
  });
}

/** All packs in `test:long`; one of them always. */
const isLong = process.env['GITNOMIC_FUZZ'] !== undefined;

describe.each(packs.filter((_, at) => isLong || at === 0))('%s', (_, { files, terms }) => {
  test('whatever is changed, step by step, the rules are the same as in a fresh sandbox', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 6 }), async (steps) => {
        const warm = await Sandbox.create(HOST, undefined, caches.sandboxes);
        seen(warm, files, terms);
        let now: RuleFiles = files;
        for (const one of steps) {
          now = changed(one.isBack ? files : now, one);
          const fresh = await Sandbox.create(HOST, undefined, caches.sandboxes);
          try {
            expect(seen(warm, now, terms)).toBe(seen(fresh, now, terms));
          } finally {
            fresh.dispose();
          }
        }
        warm.dispose();
      }),
      { numRuns: isLong ? 20 : 1 },
    );
  });
});
