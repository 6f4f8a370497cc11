import { describe, expect, test } from 'vitest';

import type { ModelDescription } from '../kernel/describe-model.ts';
import { emptyState, type PostData } from '../kernel/state.ts';
import { IN_ENGLISH, wordingIn } from '../language/wording.ts';
import type { Outcome } from '../kernel/result.ts';
import { Naming } from './naming.ts';
import {
  sayAskedToJoin,
  sayHelp,
  sayHowToVote,
  sayNotCounted,
  sayNotRemoved,
  sayOutcome,
  sayPostRefused,
  sayResolved,
  saySummary,
  sayTooMany,
  sayVoteStays,
  sayWhen,
  sayWhy,
  type Summary,
} from './words.ts';

const naming = new Naming({ model: { fields: {}, collections: {} }, state: emptyState() });
const SUMMARY: Summary = {
  counts: [{ key: 'for', title: 'for', count: 2 }],
  state: 'popular',
  place: null,
  needed: null,
  votes: {},
  enactFrom: null,
  failFrom: null,
  stuck: null,
  problems: [],
  outside: [],
  changesNothing: false,
  parted: '',
  diff: '',
};
const says = (more: Partial<Summary> = {}): string => saySummary({ ...SUMMARY, ...more }, IN_ENGLISH);

describe('the status of a matter', () => {
  test('gives its count, and leaves out what doesn’t apply', () => {
    expect(says()).toBe('**2 for.** Popular.\n\nIt needs more votes to pass.\n');
  });

  test('gives what it needs, its place in the queue and the steps of its count', () => {
    expect(says({ needed: { title: 'Quorum', count: 4 }, place: 2, told: ['Ana counts twice.'] })).toMatch(
      /^\*\*2 for\.\*\* Popular\. Quorum: 4\. Number 2 in the queue\. Ana counts twice\.\n/u,
    );
    expect(says({ place: 1 })).toContain('Popular. Number 1 in the queue.\n');
  });

  test('lists who voted, with their text made inert', () => {
    expect(says({ votes: { Ana: 'FOR', '@bo': 'AGAINST' } })).toContain(
      '\n| Who | Vote |\n|---|---|\n| Ana | FOR |\n| @\u200bbo | AGAINST |\n',
    );
    expect(says()).not.toContain('| Who |');
  });

  test('says what blocks it instead of when it can be enacted', () => {
    const stuck = says({ stuck: 'the *market* is shut', enactFrom: '2024-03-01T09:00:00Z' });
    expect(stuck).toContain('\n**It can’t come into force yet**:\n\nthe \\*market\\* is shut\n');
    expect(stuck).not.toMatch(/If the votes stay like this|needs more votes/u);
  });

  test('describes what its branch changes, and which of that the engine ignores', () => {
    const said = says({
      changesNothing: true,
      outside: ['src/b.ts'],
      problems: ['it is cut off'],
      parted: 'Words alone.\n',
      diff: '+ a',
    });
    expect(said).toContain('doesn’t change any rules or values yet.\n');
    expect(said).toContain('\nNot part of the game, so it is never merged:\n- `src/b.ts`\n');
    expect(said).toContain('\nAbout the branch:\n- it is cut off\n\nWords alone.\n');
    expect(said).toMatch(/\n\n\+ a$/u);
  });

  test('gives the times from which it can be enacted and can fail', () => {
    const [enactFrom, failFrom] = ['2024-03-01T09:00:00Z', '2024-03-04T10:00:00Z'];
    const [enacted, failed] = [IN_ENGLISH.time(enactFrom), IN_ENGLISH.time(failFrom)];
    expect(sayWhen({ enactFrom, failFrom }, IN_ENGLISH)).toBe(
      `If the votes stay like this, it passes on ${enacted}. It can fail from ${failed}.`,
    );
    expect(sayWhen({ enactFrom: null, failFrom }, IN_ENGLISH)).toBe(
      `It needs more votes to pass. If the votes stay like this, it fails on ${failed}.`,
    );
    expect(sayWhen({ enactFrom, failFrom, queue: 2 }, IN_ENGLISH)).toBe('It waits its turn: it is number 2.');
    // A matter that was voted down, vetoed or withdrawn needs no votes.
    for (const outlook of ['failed', 'taken-back'] as const) {
      const lost = { enactFrom: null, failFrom, outlook };
      expect(sayWhen({ ...lost, queue: 1 }, IN_ENGLISH)).toBe(
        `If the votes stay like this, it fails on ${failed}.`,
      );
      expect(sayWhen({ ...lost, queue: 2 }, IN_ENGLISH)).toBe(
        'If the votes stay like this, it fails when its turn comes.',
      );
    }
  });
});

describe('a resolved matter', () => {
  const post = (more: Partial<PostData>): PostData =>
    ({
      title: 'The Font',
      status: 'enacted',
      tally: null,
      omitted: [],
      resolvedBy: null,
      ...more,
    }) as PostData;
  const rules = {
    ballot: { counts: [{ key: 'for', title: 'for' }], states: [] },
  } as unknown as Pick<ModelDescription, 'ballot'>;
  const resolved = (more: Partial<PostData>, toKnow: readonly string[] = []): string =>
    sayResolved(post(more), rules, IN_ENGLISH, toKnow);

  test('was enacted or failed by itself, or by a named Admin', () => {
    expect(resolved({})).toBe('**The Font** was enacted. 0 for.\n');
    expect(resolved({ status: 'failed' })).toMatch(/^\*\*The Font\*\* failed\. /u);
    expect(resolved({ resolvedBy: 'ana' })).toMatch(/^\*\*The Font\*\* was enacted by ana\. /u);
    const texts = { '**{1}** was enacted.': '**{1}** gilt.', '**{1}** failed.': '**{1}** gilt nicht.' };
    const german = (status: PostData['status']): string =>
      sayResolved(post({ status }), rules, wordingIn({ tag: 'de', texts }));
    expect(german('enacted')).toMatch(/^\*\*The Font\*\* gilt\. /u);
    expect(german('failed')).toMatch(/^\*\*The Font\*\* gilt nicht\. /u);
    expect(resolved({ status: null })).toMatch(/^\*\*The Font\*\* was resolved\. /u);
  });

  test('gives its count, what was left out and any further notes', () => {
    const omitted = [{ change: 'edit 2', reason: 'it is gone' }] as unknown as PostData['omitted'];
    expect(resolved({ tally: { for: 3 } })).toContain(' 3 for.\n');
    expect(resolved({ omitted }, ['look here'])).toMatch(
      /\n\n- left out: edit 2: it is gone\n- look here\n$/u,
    );
    expect(resolved({}, ['look here'])).toMatch(/\n\n- look here\n$/u);
    expect(sayResolved(post({}), { ballot: { counts: [], states: [] } } as never, IN_ENGLISH)).toBe(
      '**The Font** was enacted. Votes were not counted.\n',
    );
  });
});

describe('the answer to a command', () => {
  const done = (more: object = {}): Outcome =>
    ({ ok: true, result: null, draws: [], changes: [], ...more }) as unknown as Outcome;
  const refusal = { code: 'dark', reason: 'it is dark', rule: null, param: null };

  test('quotes the command, and describes the action taken in a sentence', () => {
    expect(sayOutcome('/dig *', done(), naming)).toBe('> /dig \\*\n\n**Done.**\n');
    expect(sayOutcome('/dig', done(), naming, 'Ana dug')).toBe('> /dig\n\n**Done.** Ana dug.\n');
    expect(sayOutcome('/dig', done(), naming, 'Did Ana dig?')).toContain('**Done.** Did Ana dig?\n');
    expect(sayOutcome('/dig', done({ result: 7 }), naming)).toContain('**Done.**\n- Result: 7\n');
  });

  test('gives the reason for a refusal, and the rolls that stay on record', () => {
    const refused = { ok: false, refusal, draws: [] } as unknown as Outcome;
    expect(sayOutcome('/dig', refused, naming)).toBe('> /dig\n\n**Refused**: it is dark.\n');
    const draws = [6, 20].map((size) => ({ kind: 'dice', size, result: 3 }));
    expect(sayOutcome('/dig', { ...refused, draws } as never, naming)).toBe(
      '> /dig\n\n**Refused**: it is dark.\n\nDICE6: 3, DICE20: 3. This roll stands: another attempt gets the same one.\n',
    );
  });

  test('to /why has the command on one line, the reason, and a single line break at the end', () => {
    expect(sayWhy('/why\n3', 'It is dark.\n\n')).toBe('> /why 3\n\nIt is dark.\n');
  });
});

test('help lists each action with its words and title, and explains sealing only if anything is sealed', () => {
  const actions = [
    { id: 'dig', title: 'Dig *deep*', with: ['room', 'depth'] },
    { id: 'rest', title: null, with: [] },
  ];
  const ballot = {
    votes: [
      { vote: 'FOR', say: ':for:' },
      { vote: 'AGAINST', say: ':against:' },
      { vote: 'SILENT', say: null },
    ],
    counts: [],
    states: [],
  };
  const help = sayHelp(actions, { model: { ballot }, wording: IN_ENGLISH }, false);
  expect(help).toContain(
    'To vote, comment `:for:`, `:against:` on the matter. You can do this here:\n- `/act dig room=… depth=…` – Dig \\*deep\\*\n- `/act rest`\n- `/enact`',
  );
  expect(help).toMatch(/- `\/help` – this list\n$/u);
  expect(help).not.toContain('/seal-key');
  expect(sayHelp(actions, { model: { ballot }, wording: IN_ENGLISH }, true)).toContain('\n- `/seal-key` – ');
});

const [PASSES, FAILS] = ['2024-03-01T09:00:00Z', '2024-03-04T10:00:00Z'];
const [passes, failsOn] = [PASSES, FAILS].map((time) => IN_ENGLISH.time(time));
const LOST = { enactFrom: null, failFrom: FAILS, outlook: 'failed' } as const;

test.each<[Partial<Parameters<typeof sayWhen>[0]>, string]>([
  [{}, 'It needs more votes to pass.'],
  [{ queue: 2 }, 'It needs more votes to pass.'],
  [{ byAdmin: true }, 'It waits for an Admin, who enacts it or fails it.'],
  [{ byAdmin: true, fault: 'it is stuck' }, 'It is stuck.'],
  [{ fault: 'is it stuck?', enactFrom: PASSES }, 'Is it stuck?'],
  [LOST, `If the votes stay like this, it fails on ${failsOn}.`],
  [{ ...LOST, queue: 1 }, `If the votes stay like this, it fails on ${failsOn}.`],
  [{ ...LOST, queue: 2 }, 'If the votes stay like this, it fails when its turn comes.'],
  [{ ...LOST, failFrom: null }, 'It needs more votes to pass.'],
  [
    { ...LOST, enactFrom: PASSES },
    `If the votes stay like this, it passes on ${passes}. It can fail from ${failsOn}.`,
  ],
  [
    { ...LOST, outlook: 'passed' as never },
    `It needs more votes to pass. If the votes stay like this, it fails on ${failsOn}.`,
  ],
  [{ enactFrom: PASSES }, `If the votes stay like this, it passes on ${passes}.`],
  [{ enactFrom: PASSES, queue: 1 }, `If the votes stay like this, it passes on ${passes}.`],
  [{ enactFrom: PASSES, queue: 3 }, 'It waits its turn: it is number 3.'],
])('the outlook of a matter with %j: %s', (known, said) => {
  expect(sayWhen({ enactFrom: null, failFrom: null, ...known }, IN_ENGLISH)).toBe(said);
});

test('whatever doesn’t take effect as intended is answered with the reason', () => {
  const refused = {
    ok: false,
    refusal: { code: 'refused', reason: 'the *poll* is shut', rule: null, param: null },
    draws: [],
  } as unknown as Outcome & { ok: false };
  expect(sayNotCounted('The vote', refused, IN_ENGLISH)).toBe(
    'The vote does not count: the \\*poll\\* is shut.\n',
  );
  expect(sayNotRemoved(refused, IN_ENGLISH)).toBe(
    'Closing this doesn’t withdraw it: the \\*poll\\* is shut. The vote goes on, and votes here count.\n',
  );
  expect(sayPostRefused('A\n*b*', refused, IN_ENGLISH)).toBe(
    '“A \\*b\\*” was not accepted: the \\*poll\\* is shut.\n\nThis post is closed. You can make a new one that follows the rules.\n',
  );
  expect(sayTooMany(10, IN_ENGLISH)).toBe(
    'Only the first 10 commands of a comment count. Write another comment for the rest.\n',
  );
  expect(sayVoteStays('You edited this.', IN_ENGLISH)).toBe(
    'You edited this. Your vote stays as it was: only a reaction can be taken back. To change your vote, vote again.\n',
  );
  expect(sayAskedToJoin(IN_ENGLISH)).toBe(
    'Your request to join is noted, and those who may let people in can see it.',
  );
});

test('how to vote lists the words that count, if there are any', () => {
  const how = (votes: readonly (string | null)[]): string =>
    sayHowToVote({ ballot: { votes: votes.map((say) => ({ vote: 'x', say })) } } as never, IN_ENGLISH);
  expect(how([':for:', null, ':against:'])).toBe('To vote, comment `:for:`, `:against:` on the matter.');
  expect([how([null]), how([])]).toEqual(['', '']);
  const model = { ballot: { votes: [] } } as never;
  expect(sayHelp([], { model, wording: IN_ENGLISH }, false)).toMatch(/^You can do this here:\n- /u);
});
