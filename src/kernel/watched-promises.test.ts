import { expect, test } from 'vitest';
import { clausesOf, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import type { Input } from './inputs.ts';
import { Kernel } from './kernel.ts';
import type { PromiseMade, PromiseOfMatters } from './promise-made.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const AT = '2021-06-18T09:00:00Z';

/** Every matter passes, a crown counts twice, and a pen rewrites what was decided. */
const moot: TestRule = {
  title: 'Moot',
  clause: () => ({
    posts: { proposal: { votable: true } },
    counts: { for: { vote: 'FOR' }, against: { vote: 'AGAINST' }, abstain: { vote: 'ABSTAIN' } },
    actions: {
      rewrite: {
        by: 'anybody',
        effect: ({ posts }: Loose) => posts.get('P1').change({ text: 'Otherwise.' }),
      },
    },
    hooks: {
      'resolution-order': ({ matters }: Loose) => matters.pending(),
      'may-enact': () => 'permit',
      'may-fail': () => 'permit',
      tally: ({ matter }: Loose) => {
        const votes = Object.values(matter.lastVotes);
        const count = (wanted: string): number => votes.filter((vote) => vote === wanted).length;
        const crowned = Number(matter.title === 'Crowned');
        return { for: count('FOR') + crowned, against: count('AGAINST'), abstain: count('ABSTAIN') };
      },
    },
  }),
};

function begin(kind: PromiseOfMatters['kind'], title = 'Tides', players = 0): Kernel {
  const kernel = new Kernel({ clauseOf: clausesOf([moot]) });
  const manifest = manifestOf([moot]);
  const promise: PromiseMade = { kind, says: 'all is well', line: 4, players };
  const rules = manifest.rules.map((entry) => ({ ...entry, promises: [promise] }));
  expect(kernel.link({ ...manifest, rules })).toEqual([]);
  kernel.load(null);
  take(kernel, { type: 'post', id: 'P1', kind: 'proposal', title, text: 'Rise.' });
  return kernel;
}

function take(kernel: Kernel, given: object): void {
  expect(kernel.take({ at: AT, by: 'ana', ...given } as Input)).toMatchObject({ ok: true });
}

function vote(kernel: Kernel, votes: Readonly<Record<string, string>>): void {
  for (const [by, said] of Object.entries(votes))
    take(kernel, { type: 'vote', by, on: 'P1', vote: said, via: 'comment' });
}

function resolve(kernel: Kernel, outcome: 'enacted' | 'failed' = 'enacted'): readonly string[] {
  const resolution = { at: AT, matter: 'P1', by: null, outcome };
  if (outcome === 'failed') expect(kernel.failMatter(resolution)).toMatchObject({ ok: true });
  else {
    const begun = kernel.beginEnactment(resolution);
    if (!begun.ok) throw new Error(begun.refusal.reason);
    expect(kernel.finishEnactment(resolution, begun.enactment)).toMatchObject({ ok: true });
  }
  return notesOf(kernel);
}

const notesOf = ({ state }: Kernel): readonly string[] =>
  (state.posts['P1']?.comments ?? []).map(({ by, text }) => `${by}: ${text}`);
const NOTED = ['engine: This breaks what Moot promises: all is well'];

test('notes a matter with more votes against it than for it, but still enacts it', () => {
  const kernel = begin('half-in-favour');
  vote(kernel, { bo: 'AGAINST', cy: 'AGAINST', dee: 'FOR' });
  expect(resolve(kernel)).toEqual(NOTED);
  expect(kernel.state.posts['P1']?.status).toBe('enacted');
  const half = begin('half-in-favour');
  vote(half, { bo: 'AGAINST', cy: 'FOR', dee: 'ABSTAIN', eli: 'ABSTAIN' });
  expect(resolve(half)).toEqual([]);
  const failed = begin('half-in-favour');
  vote(failed, { bo: 'AGAINST' });
  expect(resolve(failed, 'failed')).toEqual([]);
});

test('notes more votes than people have voted; the author may count without a vote', () => {
  const twice = begin('one-vote', 'Crowned');
  vote(twice, { ana: 'FOR', bo: 'ABSTAIN' });
  expect(resolve(twice)).toEqual(NOTED);
  const once = begin('one-vote', 'Crowned');
  vote(once, { bo: 'AGAINST' });
  vote(once, { bo: 'FOR' });
  expect(resolve(once)).toEqual([]);
});

test('notes a change in a resolved matter, and a comment on it isn’t one', () => {
  const kernel = begin('stays-resolved');
  take(kernel, { type: 'alter', on: 'P1', how: 'edit', text: 'Rise and fall.' });
  expect(resolve(kernel)).toEqual([]);
  take(kernel, { type: 'comment', on: 'P1', id: 'c', text: 'Good.' });
  expect(notesOf(kernel)).toEqual(['ana: Good.']);
  take(kernel, { type: 'act', action: 'rewrite', with: {} });
  expect(notesOf(kernel)).toEqual(['ana: Good.', ...NOTED]);
  take(kernel, { type: 'alter', on: 'P1', how: 'edit', title: 'Ebb' });
  expect(notesOf(kernel)).toHaveLength(3);
  expect(kernel.state.posts['P1']).toMatchObject({ title: 'Ebb', text: 'Otherwise.' });
});

test('notes nothing while too few players are active', () => {
  const kernel = begin('half-in-favour', 'Tides', 4);
  vote(kernel, { bo: 'AGAINST', cy: 'AGAINST' });
  expect(resolve(kernel)).toEqual([]);
});
