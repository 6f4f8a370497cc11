import fc from 'fast-check';
import { expect, test } from 'vitest';

import { showChanges } from '../../src/cli/local/show-diff.ts';
import { inWords, Naming, spelled } from '../../src/wording/naming.ts';
import { programChanges, type NamesInDiff, type ProgramChange } from '../../src/wording/program-changes.ts';
import { sayDiff } from '../../src/wording/say-diff.ts';
import { PLAIN_TERMS, type RuleEntry } from '../../src/kernel/manifest.ts';
import type { MatterChange } from '../../src/kernel/state.ts';
import { visible } from '../../src/ruleset/hidden-text.ts';
import { readRuleset } from '../../src/ruleset/read.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { asSeen, OF_CODE, OF_TEXT } from './hidden-changes.ts';
import { edited, RULE } from './told-alike.ts';

const RUNS = Number(process.env['GITNOMIC_FUZZ'] ?? 10);
const EVERY = process.env['GITNOMIC_FUZZ'] === undefined ? 96 : 1;

const files = [...shippedLibrary];
const texts = files.filter(([path, text]) => path.endsWith('.md') && text.startsWith('---'));
const codes = files.filter(([path, text]) => path.endsWith('.ts') && text.length < 30_000);

const names: NamesInDiff = {
  naming: new Naming({
    model: { fields: {}, collections: {} },
    state: { players: {}, things: {}, posts: {} },
  }),
  terms: PLAIN_TERMS,
  files: new Map(),
  titleOf: (rule) => rule,
  pathOf: () => null,
};

/** What the loader gives to clauses and kernel, by name: nothing of it comes from the code that tells changes. */
function parseClause(text: string): ReadonlyMap<string, string> {
  const { manifest, problems } = readRuleset(new Map([['special-case/rule.md', text]]));
  const rule = manifest.rules.find(({ path }) => path === 'special-case/rule');
  const found = new Map<string, string>();
  if (rule === undefined) return found;
  for (const [name, { text: words }] of Object.entries(rule.values)) found.set(`value ${name}`, words);
  for (const [name, { columns, rows }] of Object.entries(rule.tables))
    found.set(`table ${name}`, JSON.stringify([columns, rows.map((row) => row.map((cell) => cell.text))]));
  for (const [name, { items }] of Object.entries(rule.lists))
    found.set(`list ${name}`, JSON.stringify(items.map((item) => item.text)));
  // Front matter that can't be read is refused, and says nothing to anybody.
  if (problems.length > 0) return found.set('broken', '');
  const about: (keyof RuleEntry)[] = ['title', 'status', 'rare', 'entrenched', 'over'];
  for (const key of about) found.set(`about ${key}`, JSON.stringify(rule[key]));
  for (const [key, value] of Object.entries(rule.facts)) found.set(`about ${key}`, JSON.stringify(value));
  found.set('about order', /^order: *(\S+)/mu.exec(text)?.[1] ?? '');
  return found;
}

interface Said {
  readonly comment: string;
  readonly raw: string;
  readonly terminal: string;
  readonly says: boolean;
  readonly words: ProgramChange['shown']['words'];
  /** Whether a fact names a difference and doesn't show it. */
  readonly isAsBefore: boolean;
}

function said(path: string, base: string | null, content: string | null): Said {
  const change: MatterChange = { verb: 'file', path: `content/ruleset/${path}`, base, content };
  const [program] = programChanges([change], names);
  const raw = sayDiff([change], names);
  const terminal = showChanges(program === undefined ? [] : [program], (_, text) => text);
  const { facts = [], notes = [], words = [] } = program?.shown ?? {};
  const says =
    facts.length + notes.length > 0 || words.some(({ kind, text }) => kind !== 'same' && text.trim() !== '');
  const isAsBefore = facts.some((fact) => fact.before === fact.after);
  return { comment: asSeen(raw), raw, terminal, says, words, isAsBefore };
}

const flat = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
const UNSEEN = /[\u00ad\u200b\u202a-\u202e\u2066-\u2069]/u;

/** What is wrong with what is said of a rule that has changed so; null if nothing is. */
function missing(before: string, after: string, path = 'special-case/rule.md'): string | null {
  const { comment, raw, terminal, says, isAsBefore } = said(path, before, after);
  if (before !== after && !says) return 'a change of which nothing is said';
  if (isAsBefore) return 'what a fact says is the same before and after';
  if (UNSEEN.test(terminal) || UNSEEN.test(raw.replaceAll('\u200b', '')))
    return 'letters that nobody sees are repeated';
  const [was, is] = [parseClause(before), parseClause(after)];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(key) ?? null, is.get(key) ?? null];
    const isBroken = was.has('broken') || is.has('broken');
    if (old === now || (isBroken && !/^(?:value|table|list) /u.test(key))) continue;
    const [kind = '', name = ''] = key.split(' ');
    const called = kind === 'about' ? inWords(name) : spelled(name);
    for (const [where, text] of [
      ['comment', comment],
      ['terminal', terminal],
    ] as const) {
      if (!flat(text).includes(called)) return `${where}: nothing of ${key}: ${old ?? '–'} → ${now ?? '–'}`;
      if (kind !== 'value') continue;
      const shown = (value: string | null): boolean =>
        value === null ||
        value.length > 100 ||
        flat(text).includes(flat(value.replaceAll(new RegExp(UNSEEN, 'gu'), '⟨').split('⟨')[0] ?? ''));
      if (!shown(old) || !shown(now)) return `${where}: ${key}: ${old ?? '–'} → ${now ?? '–'}`;
    }
  }
  return null;
}

/** What must be pointed out, by the change that was made. */
const POINTED_OUT: Readonly<Record<string, RegExp>> = {
  'a value is struck through': /struck through/u,
  'half of a value is struck through': /struck through/u,
  'a value is folded away': /is inside/u,
  'a value has a hidden tag in it': /HTML/u,
  'a value stands in a footnote': /footnote/u,
  'a value is a picture': /picture/u,
  'a value has a letter that nobody sees': /U\+200B/u,
  'a value is read from right to left': /U\+202E/u,
  'a word has a letter that nobody sees': /U\+00AD/u,
  'a word has a letter of another script': /look/u,
  'a text has one more space': /␣/u,
  'a name has a letter of another script': /look/u,
  'a text has a lookalike': /look|script/u,
  'code stands behind tabs': /far to the right/u,
  'a line ends where no editor shows it': /U\+2028/u,
  'code stands behind many short pieces': /far to the right/u,
  'code stands behind a long comment': /far to the right/u,
  'code stands below many short remarks': /far below/u,
  'code stands far to the right': /far to the right/u,
  'code stands far below': /far below/u,
  'a text has a letter that nobody sees': /U\+200B/u,
};

test.each(Object.entries(OF_TEXT))('of a rule’s text: %s', (name, spoil) => {
  let tried = 0;
  for (const [index, [path, text]] of texts.entries()) {
    if (tried > 0 && index % EVERY !== 0) continue;
    const after = spoil(text, index);
    if (after === null || after === text) continue;
    tried += 1;
    expect(missing(text, after), path).toBeNull();
    const wanted = POINTED_OUT[name];
    const { comment, terminal } = said('special-case/rule.md', text, after);
    // What an author has escaped or put into code already is no live value.
    if (wanted === undefined || after.includes('`[')) continue;
    expect(comment, path).toMatch(wanted);
    expect(terminal, path).toMatch(wanted);
  }
  expect(tried).toBeGreaterThan(0);
});

test.each(Object.entries(OF_CODE))('of code: %s', (name, spoil) => {
  let tried = 0;
  for (const [index, [path, code]] of codes.entries()) {
    if (tried > 0 && index % EVERY !== 0) continue;
    const after = spoil(code, index);
    if (after === null || after === code) continue;
    tried += 1;
    const { comment, terminal, says, words } = said('core/rule.ts', code, after);
    expect(says, path).toBe(true);
    // Both texts can be put together from the difference, so that nothing is left out of it.
    const without = (kind: string): string =>
      words.map((word) => (word.kind === kind ? '' : word.text.replaceAll('␣', ' '))).join('');
    expect([without('added'), without('removed')], path).toEqual([visible(code), visible(after)]);
    for (const { kind, text } of words)
      for (const where of [comment, terminal]) if (kind !== 'same') expect(flat(where)).toContain(flat(text));
    const wanted = POINTED_OUT[name];
    if (after.includes('\u202e')) expect(comment + terminal).toMatch(/U\+202E[^]*U\+202E/u);
    if (wanted !== undefined) for (const text of [comment, terminal]) expect(text, path).toMatch(wanted);
  }
  expect(tried).toBeGreaterThan(0);
});

test('several changes of a text at once never hide one another', () => {
  const spoils = Object.values(OF_TEXT);
  let changed = 0;
  fc.assert(
    fc.property(
      fc.nat(texts.length - 1),
      fc.array(fc.tuple(fc.nat(spoils.length - 1), fc.nat(40)), { minLength: 2, maxLength: 4 }),
      (rule, made) => {
        const [, text = ''] = texts[rule] ?? [];
        const after = made.reduce((so, [which, at]) => spoils[which]?.(so, at) ?? so, text);
        if (after !== text) changed += 1;
        expect(missing(text, after)).toBeNull();
      },
    ),
    { numRuns: RUNS },
  );
  expect(changed).toBeGreaterThan(RUNS / 4);
});

test('compares front matter of any shape part by part: lists, their order, and nested values', () => {
  const kept = fc.constantFrom('a', 'b', '', 'a, b', 'null', 0, 1, -0.5, true, false, null);
  const shape = fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: 'small' }, kept, fc.array(tie('any'), { maxLength: 3 }), tie('record')),
    record: fc.dictionary(fc.constantFrom('a', 'b', 'c d'), tie('any'), { maxKeys: 3 }),
  }));
  const ruleWith = (value: unknown): string =>
    `---\ntitle: Rule\nx-own: ${JSON.stringify(value)}\n---\nText.\n`;
  let changed = 0;
  fc.assert(
    fc.property(shape.any, shape.any, (before, after) => {
      const [was, is] = [ruleWith(before), ruleWith(after)];
      if (was !== is) changed += 1;
      expect(missing(was, is)).toBeNull();
    }),
    { numRuns: RUNS * 10 },
  );
  expect(changed).toBeGreaterThan(RUNS);
});

test('shows what an added or removed rule says above its text', () => {
  for (const [index, [path, text]] of texts.entries()) {
    if (index % EVERY !== 0) continue;
    const rule = OF_TEXT['the lines above the text says more']?.(text, 0) ?? text;
    for (const [before, after] of [
      [null, rule],
      [rule, null],
    ] as const) {
      const { comment, terminal } = said('dynastic/rule.md', before, after);
      for (const where of [comment, terminal])
        for (const word of ['Over', 'Votes', 'Entrenched', inWords('x-own')])
          expect(where, path).toContain(word);
    }
  }
});

/** Everything that the engine makes of a rule, without the numbers of its lines; null if it makes nothing of it. */
function madeOf(text: string): string | null {
  const { manifest, tables, problems } = readRuleset(new Map([['dynastic/rule.md', text]]));
  if (problems.length > 0) return null;
  const rules = manifest.rules.map(({ values, tables: rows, lists, promises, facts, over }) => {
    return { values, rows, lists, promises, facts, over };
  });
  const withoutLines = (key: string, value: unknown): unknown => (key === 'line' ? undefined : value);
  return JSON.stringify(
    [[...tables.values()].map((code) => code.replaceAll(/\n+/gu, '\n')), rules],
    withoutLines,
  );
}

test('two changes of a text that make different games are never shown alike', () => {
  const unchanged = madeOf(RULE);
  expect(unchanged).toContain('everyWeek');
  const told = new Map<string, string | null>();
  let differing = 0;
  fc.assert(
    fc.property(edited, (text) => {
      const made = madeOf(text);
      if (made === null || text === RULE) return;
      if (made !== unchanged) differing += 1;
      const { raw, terminal } = said('dynastic/rule.md', RULE, text);
      for (const words of [raw, terminal]) {
        expect(told.get(words) ?? made).toBe(made);
        told.set(words, made);
      }
    }),
    { numRuns: RUNS * 8, endOnFailure: true },
  );
  expect(differing).toBeGreaterThan(RUNS * 1.5);
});

const HEAD = '| When | who | gets | limit |\n|---|---|---|---|\n';
/** Ways to make a table one that the engine doesn't read, or another. */
const UNMADE: Readonly<Record<string, string>> = {
  'its head is code': `\t${HEAD}`,
  'nothing is below its head': HEAD.replace(/\n.*\n$/u, '\n'),
  'a column more is below its head': HEAD.replace('---|\n', '---|---|\n'),
  'its head is another': HEAD.replace('gets', 'gives'),
  'it is behind a comment': `<!-- ${HEAD}`,
  'a line is between': HEAD.replace('\n', '\n\n'),
};

test.each(Object.entries(UNMADE))('of a table that no longer counts: %s', (_, head) => {
  const unmade = RULE.replace(HEAD, head);
  const together = unmade
    .replace('- Axe', '- Hammer')
    .replace('| Wood | 1 |\n', '')
    .replace('Money is', 'Coins are');
  for (const text of [unmade, together]) {
    const { comment, terminal } = said('dynastic/rule.md', RULE, text);
    for (const where of [comment, terminal]) {
      expect(flat(where)).toContain('Each Sunday, each player gets 1 Coin.');
      expect(flat(where)).toContain('Each Monday, each player gets 2 Wood, at most once a week.');
    }
  }
});
