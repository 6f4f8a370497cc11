import { beforeEach, describe, expect, test } from 'vitest';

import { BrokenError } from './play/unplayable-error.ts';
import { failsTwice, isBlamedIn } from './play/fixtures/fails-twice.ts';
import { SandboxError } from '../sandbox/host.ts';
import { keyOfChanges } from '../wording/program-changes.ts';
import type { HeadRead } from './position/branches.ts';
import { ana, bo, BEGINNING, cy, dee, Desk, somebody } from './fixtures/desk.ts';
import { namesInDiff, summaries, votesShown } from './summaries.ts';

const NAMES: Readonly<Record<string, string>> = { ana: 'Ana Byron', bo: 'Bo', twin: 'Bo', 'cy-9': 'Cy' };
const naming = { person: (id: string): string => NAMES[id] ?? id };
const accounts = { shown: (id: string, name = id): string => (id === 'cy-9' ? `${name} (machine)` : name) };

test('lists voters by name, or by id if two share a name, and marks machines', () => {
  expect(
    votesShown({ ana: 'FOR', bo: 'FOR', twin: 'AGAINST', 'cy-9': 'FOR', gone: 'FOR' }, accounts, naming),
  ).toEqual({ 'Ana Byron': 'FOR', bo: 'FOR', twin: 'AGAINST', 'Cy (machine)': 'FOR', gone: 'FOR' });
});

const eli = somebody('eli');
const SAID_AS_VOTES_STAND = 'If the votes stay like this, it';
const hall = (title: string): ReadonlyMap<string, string> =>
  new Map([['dynastic/hall.md', `---\ntitle: ${title}\norder: 95\n---\nThe hall is dark.\n`]]);
const asks = (change: HeadRead['changes'][number]): HeadRead => ({
  changes: [change],
  outside: [],
  problems: [],
});
const pips = (person: string): HeadRead => asks({ verb: 'set', path: `players.${person}.pips`, value: 7 });

let desk: Desk;
let stuck: Map<string, string>;
beforeEach(async () => {
  desk = await Desk.open({ ruleset: hall('Hall') });
  stuck = new Map();
});

const notices = (): ReturnType<typeof summaries> => summaries(desk.session.position, desk.now, stuck);
function summary(id = '1'): string {
  const [text] = notices().flatMap((one) => (one.tell === 'comment' && one.post === id ? [one.text] : []));
  return text ?? '';
}
const labels = (id = '1'): readonly string[] =>
  notices().flatMap((one) => (one.tell === 'label' && one.post === id ? one.labels : []));
/** Replaces the rules' answers about a matter. */
function answers(otherwise: (view: string) => unknown): void {
  const { play } = desk.session.position.open;
  const query = play.query.bind(play);
  const asked: typeof query = (at, paths) => {
    const found = otherwise(paths[0]?.slice(0, 2).join(' ') ?? '');
    return found === undefined ? query(at, paths) : [{ value: found }];
  };
  Object.assign(play, { query: asked });
}

describe('a pending matter', () => {
  beforeEach(() => {
    desk.opens(bo, '1', 'proposal', 'Night');
    desk.opens(cy, '2', 'proposal', 'Day');
    desk.opens(dee, '3', 'proposal', 'Dusk');
    for (const voter of [ana, cy, dee, eli]) desk.says(voter, '1', ':for:');
    for (const voter of [ana, bo, dee, eli]) desk.says(voter, '2', ':against:');
    desk.decide();
  });

  test('says when it can be enacted or can fail as the votes stand', () => {
    expect(summary('1')).toContain(`\n${SAID_AS_VOTES_STAND} passes on 2024-03-01 21:00 UTC.\n`);
    expect(summary('2')).toContain('\nIf the votes stay like this, it fails when its turn comes.\n');
    expect(summary('3')).toContain('\nIt needs more votes to pass.');
  });

  test.each([['never'], [2024], [null], ['2024'], [['2024-03-01T09:00:00Z']]])(
    'has no time if the rules return only %s',
    (time) => {
      answers((view) => (view.startsWith('views earliest-') ? time : undefined));
      expect(summary('1')).toContain(`\nIt needs more votes to pass.\n`);
    },
  );

  test('is labelled as its votes stand, and as stuck if something is in its way', () => {
    expect(['1', '2', '3'].map(labels)).toEqual([
      ['pending', 'passing'],
      ['pending', 'failing'],
      ['pending'],
    ]);
    stuck.set('1', 'the hall is dark');
    expect(labels()).toEqual(['pending', 'passing', 'stuck']);
    expect(summary()).toContain('\n**It can’t come into force yet**:\n\nthe hall is dark\n');
    expect(summary()).not.toContain(SAID_AS_VOTES_STAND);
  });

  test('leaves out what the rules were stopped from answering, and says so', () => {
    answers((view) => {
      if (view.startsWith('views earliest-'))
        throw new SandboxError('too-many-steps', 'it took too many steps');
      return undefined;
    });
    expect(summary()).toContain(
      '\n\nviews earliest-enactment 1 can’t be read: it took too many steps\nviews earliest-failure 1 can’t be read: it took too many steps\n\n| Who | Vote |\n',
    );
    expect(labels()).toEqual(['pending', 'passing']);
    stuck.set('1', 'the hall is dark');
    expect(summary()).toContain('\n\nthe hall is dark\n\n| Who | Vote |\n');
    answers(() => {
      throw new BrokenError('a line is out of place');
    });
    expect(() => notices()).toThrow('a line is out of place');
  });

  test.each(['tally 1', 'views votes-on', 'needed 1'])(
    'isn’t summarized if the engine itself fails at %s',
    (asked) => {
      answers((view) => {
        if (view === asked) throw new BrokenError('a line is out of place');
        return undefined;
      });
      expect(() => notices()).toThrow('a line is out of place');
    },
  );

  test('isn’t asked about again if the rules didn’t come back from it, and says so', () => {
    const { aborted } = desk.session.position.rules;
    failsTwice(aborted, 'standing 2');
    expect(summary('2')).toMatch(
      /^\*\*0 for, 0 against\.\*\* Undecided\.\n\n\*\*It can’t come into force yet\*\*:\n\nthe votes can’t be shown: .*a line is out of place\n$/u,
    );
    expect(labels('2')).toEqual(['pending']);
    expect(summary('1')).toContain('| ana | FOR |');
    // The last matter that was asked about is to blame for an error.
    expect(isBlamedIn(aborted, 'standing 3')).toBe(true);
  });

  test('that is on no forge gets no summary', () => {
    desk.session.position.open.play.sandbox.take({
      type: 'post',
      at: BEGINNING,
      by: 'eli',
      id: 'elsewhere',
      kind: 'proposal',
      title: 'Elsewhere',
      text: '',
      changes: [],
    });
    expect(desk.session.position.open.play.state().posts['elsewhere']?.status).toBe('pending');
    expect(notices().map(({ post }) => post)).toEqual(['1', '1', '2', '2', '3', '3']);
  });
});

describe('what a matter changes', () => {
  const diff = (): string => {
    const { play } = desk.session.position.rules;
    const [post] = Object.values(play.state().posts).filter(({ status }) => status === 'pending');
    const text = summary();
    const said = play.caches.get('diff', '', keyOfChanges(post?.changes ?? [], namesInDiff(play)));
    return typeof said === 'string' && text.endsWith(`\n${said}`) ? said.trimEnd() : '';
  };

  test('is described once, and again if what it names is renamed', () => {
    desk.opens(bo, '1', 'proposal', 'Seven', pips('dee'));
    desk.decide();
    expect(diff()).toBe('- dee: Pips 3 → 7');
    const { play } = desk.session.position.rules;
    const key = keyOfChanges(play.state().posts['1']?.changes ?? [], namesInDiff(play));
    play.caches.set('diff', '', key, 'as it was said before');
    expect(diff()).toBe('as it was said before');
    play.caches.set('diff', '', key, '- dee: Pips 3 → 7\n');
    play.sandbox.assume('players.dee.name', 'Delia');
    expect(diff()).toBe('- Delia: Pips 3 → 7');
  });

  test('warns if only the text changes while the clause stays', async () => {
    const clause = `import { action, rule } from 'gitnomic/rules';
export default rule(() => ({ actions: { 'put-out-the-light': action({ effect() {} }) } }));
`;
    desk = await Desk.open({ ruleset: new Map([...hall('Hall'), ['dynastic/hall.ts', clause]]) });
    const edit = asks({ verb: 'edit-rule', rule: 'dynastic/hall.md', replace: 'dark', with: 'bright' });
    desk.opens(bo, '1', 'proposal', 'Light', edit);
    desk.decide();
    expect(summary()).toContain('\nOnly the words of **Hall** change.');
    expect(summary()).toMatch(/now says “bright” instead of “dark”\..*“On purpose: Hall”/u);
  });

  test('in a rule is described again if the rule has another title', async () => {
    const edit = asks({ verb: 'edit-rule', rule: 'dynastic/hall.md', replace: 'dark', with: 'bright' });
    for (const title of ['Hall', 'Great Hall']) {
      desk = await Desk.open({ ruleset: hall(title) });
      desk.opens(bo, '1', 'proposal', 'Light', edit);
      desk.decide();
      expect(diff()).toMatch(
        new RegExp(`\\n\\*\\*${title}\\*\\*\\n\\n<p>[^]*<del>dark</del> <ins>bright</ins>`, 'u'),
      );
    }
  });

  test('is empty if it asks for nothing', () => {
    desk.opens(bo, '1', 'proposal', 'Words');
    desk.decide();
    expect(summary()).not.toBe('');
    expect(diff()).toBe('');
  });
});
