import { expect, test } from 'vitest';

import { integer, list, optional, post as postType, text } from '../rules/types.ts';
import { BOUNDS } from './bounds.ts';
import { AT, playground, whyNot, type Playground } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const EVENTS = [
  'posted',
  'commented',
  'comment-changed',
  'altered',
  'recategorised',
  'removed',
  'voted',
  'vote-withdrawn',
  'failed',
  'active',
];

/** A game that records what its rules are told and asked. */
function hall(hooks: object = {}): Playground & { readonly told: string[] } {
  const reported: string[] = [];
  const hear = (event: string) => (words: Loose) =>
    void reported.push(
      [
        event,
        words.post?.id ?? words.matter?.id,
        (words.author ?? words.by ?? words.voter ?? words.person)?.id,
        words.deleted && 'deleted',
      ]
        .filter(Boolean)
        .join(' '),
    );
  const made = playground({
    posts: {
      proposal: { votable: true, title: 'Proposal' },
      story: { official: true },
      tally: { engineOnly: true, title: 'Tally sheet' },
    },
    post: { weight: integer({ start: 1 }) },
    game: { seen: list(text()), last: optional(postType()) },
    on: Object.fromEntries(EVENTS.map((event) => [event, hear(event)])),
    hooks: {
      'votes-in': ({ text: said, reaction }: Loose) =>
        (said ?? reaction ?? '')
          .match(/for|against|veto|up/gu)
          ?.map((one: string) => one.replace('up', 'for')) ?? [],
      'may-vote': ({ vote, voter, hook }: Loose) => {
        if (vote === 'veto') throw new Error(`${voter.id} may not ${vote}${hook ?? ''}`);
      },
      'may-remove': () => 'permit',
      ...hooks,
    },
  });
  return { ...made, told: reported };
}

const proposal = { type: 'post', id: 'P1', kind: 'proposal', title: 'Longer', text: 'Nights.' } as const;

test('records a post with its author, time and number, and a matter as pending', () => {
  const { take, read, kernel, told: said } = hall();
  take({ type: 'post', id: 'S1', kind: 'story', title: 'Here', text: '' });
  take(proposal, 'bo');
  expect(kernel.state.posts['S1']).toMatchObject({
    n: 1,
    status: null,
    byEngine: false,
    author: 'ana',
    at: AT,
  });
  expect(kernel.state.posts['P1']).toMatchObject({
    n: 2,
    status: 'pending',
    fields: { weight: 1 },
    changes: [],
  });
  expect(read('posts.P1.title')).toBe('Longer');
  expect(said.filter((one) => one.startsWith('posted'))).toEqual(['posted S1 ana', 'posted P1 bo']);
});

test.each<[string, Loose, string]>([
  [
    'of a kind that is not there',
    { ...proposal, kind: 'proposl' },
    'there is no category of post called proposl; did you mean proposal?',
  ],
  [
    'of a kind like no other',
    { ...proposal, kind: 'ordinance of law' },
    'there is no category of post called ordinance of law',
  ],
  [
    'of a kind that the rules alone post',
    { ...proposal, kind: 'tally' },
    'only the rules can make posts in the category Tally sheet',
  ],
  [
    'with a title that is too long',
    { ...proposal, title: 'x'.repeat(301) },
    'the title is too long: 301 characters, 300 at most',
  ],
  [
    'with a text that is too long',
    { ...proposal, text: 'x'.repeat(60_001) },
    'the text is too long: 60001 characters, 60000 at most',
  ],
])('makes no post %s', (_, post, why) => {
  const { take, kernel } = hall();
  expect(whyNot(take(post))).toBe(why);
  expect(kernel.state.posts).toEqual({});
});

test('accepts the longest texts, but no post twice', () => {
  const { take } = hall();
  expect(whyNot(take({ ...proposal, title: 'x'.repeat(300), text: 'x'.repeat(60_000) }))).toBe('');
  expect(whyNot(take(proposal))).toBe('there is already a post P1');
});

test('asks the rules about each post, and cuts what they post themselves if it is too long', () => {
  const asked: unknown[] = [];
  const {
    take,
    get,
    kernel,
    told: reported,
  } = hall({
    'may-post': ({ author, kind, title, text: said, changes, refuse }: Loose) => {
      asked.push([author.id, kind, title, said, changes.length]);
      if (title === 'No') refuse('not so');
    },
  });
  take({ ...proposal, changes: [{ verb: 'set', path: 'game.seen', value: [] }] });
  expect(whyNot(take({ ...proposal, id: 'P2', title: 'No' }))).toBe('not so');
  expect(asked[0]).toEqual(['ana', 'proposal', 'Longer', 'Nights.', 1]);
  const id = get(
    ({ post, actor }) =>
      post({ kind: 'tally', title: 'x'.repeat(400), text: 'y'.repeat(70_000), author: actor }).id,
  );
  expect(id).toBe('tally-2');
  const { title, text: said, byEngine } = kernel.state.posts['tally-2'] as Loose;
  expect([title.length, said.length, byEngine]).toEqual([300, 60_000, true]);
  expect(reported).toContain('posted tally-2 ana');
});

test('keeps a comment with its votes, and refuses one whose only vote can’t be used', () => {
  const { take, read, told: said } = hall();
  take(proposal);
  take({ type: 'comment', on: 'P1', id: 'c1', text: 'for' }, 'bo');
  take({ type: 'comment', on: 'P1', id: 'c2', text: 'veto or against' }, 'bo');
  expect(whyNot(take({ type: 'comment', on: 'P1', id: 'c3', text: 'veto' }, 'bo'))).toContain(
    'bo may not veto',
  );
  expect(read('posts.P1.comments').map(({ id, by, votes }: Loose) => [id, by, votes])).toEqual([
    ['c1', 'bo', ['for']],
    ['c2', 'bo', ['veto', 'against']],
  ]);
  expect(read('posts.P1.uses').map(({ vote, via, comment }: Loose) => [vote, via, comment])).toEqual([
    ['for', 'comment', 'c1'],
    ['against', 'comment', 'c2'],
  ]);
  expect(said.filter((one) => /^(?:voted|commented)/u.test(one))).toEqual([
    'voted P1 bo',
    'commented P1 bo',
    'voted P1 bo',
    'commented P1 bo',
  ]);
});

test('checks whether somebody may vote, in whichever way they vote', () => {
  const { take, read } = hall();
  take(proposal);
  expect(whyNot(take({ type: 'vote', on: 'P1', vote: 'veto', via: 'review' }, 'bo'))).toContain(
    'bo may not veto',
  );
  expect(read('posts.P1.uses')).toEqual([]);
});

test('takes nothing for a vote under a post that isn’t a matter', () => {
  const { take, read } = hall();
  take({ type: 'post', id: 'S1', kind: 'story', title: 'Here', text: '' });
  take({ type: 'comment', on: 'S1', id: 'c1', text: 'for' });
  expect([read('posts.S1.uses'), read('posts.S1.comments')[0].votes]).toEqual([[], []]);
  expect(whyNot(take({ type: 'vote', on: 'S1', vote: 'for', via: 'review' }))).toBe(
    'Here isn’t open for votes',
  );
  expect(whyNot(take({ type: 'comment', on: 'S2', id: 'c1', text: 'for' }))).toBe('there is no post S2');
});

test('edits and deletes one comment, and leaves the others alone', () => {
  const { take, read, told: said } = hall();
  take(proposal);
  for (const id of ['c1', 'c2']) take({ type: 'comment', on: 'P1', id, text: id });
  take({ type: 'edit-comment', on: 'P1', id: 'c1', text: 'new' });
  expect(read('posts.P1.comments')).toMatchObject([{ text: 'new', edited: true }, { text: 'c2' }]);
  expect(read('posts.P1.comments')[1]).not.toHaveProperty('edited');
  take({ type: 'edit-comment', on: 'P1', id: 'c2', text: null });
  expect(read('posts.P1.comments')).toMatchObject([{ text: 'new' }, { text: 'c2', deleted: true }]);
  expect(said.filter((one) => one.startsWith('comment-changed'))).toEqual([
    'comment-changed P1 ana',
    'comment-changed P1 ana deleted',
  ]);
});

test('keeps only the beginning of a comment if very much has been said', () => {
  const { take, read } = hall();
  take(proposal);
  const long = 'x'.repeat(60_000);
  for (let at = 0; at < 9; at++) take({ type: 'comment', on: 'P1', id: `c${at}`, text: long });
  take({ type: 'comment', on: 'P1', id: 'short', text: 'x'.repeat(200) });
  const lengths = read('posts.P1.comments').map((one: Loose) => one.text.length);
  expect(lengths).toEqual([...new Array(8).fill(60_000), 200, 200]);
  expect(read('posts.P1.comments').at(-1).text).not.toContain('…');
});

/** A game with as much pending as is allowed when another matter is opened. */
function fullHall(): ReturnType<typeof hall> {
  const made = hall();
  const letters = BOUNDS.pending.opened - 1000 - proposal.text.length - 'set'.length - 'a.b'.length;
  made.take({ ...proposal, changes: [{ verb: 'set', path: 'a.b', value: 'x'.repeat(letters) }] });
  return made;
}

test('opens matters and keeps comments up to the limit of all that is pending', () => {
  const { take, read } = fullHall();
  take({ type: 'comment', on: 'P1', id: 'c1', text: 'x'.repeat(300) });
  expect(read('posts.P1.comments')[0].text).toHaveLength(300);
  expect(whyNot(fullHall().take({ ...proposal, id: 'P2' }))).toBe('');
});

test('beyond the limit of all that is pending, opens and extends no matter, and cuts comments', () => {
  const { take, read, get, run } = fullHall();
  const why = 'too many votes are open: one has to end first';
  take({ ...proposal, id: 'P2' });
  expect(whyNot(take({ ...proposal, id: 'P3' }))).toBe(why);
  expect(whyNot(take({ type: 'alter', on: 'P1', how: 'push', changes: [] }))).toBe(why);
  expect(whyNot(take({ type: 'alter', on: 'P1', how: 'edit', title: 'Shorter' }))).toBe('');
  take({ type: 'comment', on: 'P2', id: 'c1', text: 'x'.repeat(300) });
  expect(read('posts.P2.comments')[0].text).toHaveLength(200);
  expect(whyNot(take({ type: 'post', id: 'S1', kind: 'story', title: 'Here', text: '' }))).toBe('');
  expect(get(({ posts }) => posts.get('S1').title)).toBe('Here');
  expect(whyNot(run(({ post, actor }) => post({ kind: 'law', title: 'x', author: actor })))).toBe(
    'there is no category of post called law',
  );
});

test('keeps comments whole up to the limit of a post', () => {
  const { take, read } = hall();
  take(proposal);
  for (let at = 0; at < 8; at++) take({ type: 'comment', on: 'P1', id: `c${at}`, text: 'x'.repeat(60_000) });
  take({ type: 'comment', on: 'P1', id: 'last', text: 'x'.repeat(BOUNDS.talk.written - 8 * 60_000) });
  expect(read('posts.P1.comments').at(-1).text).toHaveLength(20_000);
});

test('rules see all that is known of a post, and nothing of one that was never made', () => {
  const { take, get, run } = hall({ 'may-fail': () => 'permit' });
  take({ type: 'post', id: 'S1', kind: 'story', title: 'Here', text: 'Rain.' }, 'bo');
  take(proposal);
  take({ type: 'alter', on: 'P1', how: 'edit', text: 'Days.' }, 'ana', '2021-06-18T10:00:00Z');
  take({ type: 'fail', matter: 'P1', byHand: true }, 'ana', '2021-06-18T11:00:00Z');
  const seen = (id: string): unknown =>
    get(({ posts, post: write, actor }) => {
      const one = posts.get(id) ?? write({ kind: 'tally', title: 'Sheet', text: 'None.', author: actor });
      const { label, text: said, author, at, n, alteredAt, resolvedAt, votable, official, omitted } = one;
      return [label, said, author.id, at, n, alteredAt, resolvedAt, votable, official, [...omitted]];
    });
  expect(seen('S1')).toEqual(['Here', 'Rain.', 'bo', AT, 1, null, null, false, true, []]);
  const [altered, resolved] = ['2021-06-18T10:00:00Z', '2021-06-18T11:00:00Z'];
  expect(seen('P1')).toEqual(['Longer', 'Days.', 'ana', AT, 2, altered, resolved, true, true, []]);
  expect(seen('T1')).toEqual(['Sheet', 'None.', 'ana', AT, 3, null, null, false, false, []]);
  let held: Loose;
  run(({ post: write, actor, refuse }) => {
    held = write({ kind: 'tally', title: 'Sheet', author: actor });
    refuse('not now');
  });
  expect(whyNot(run(() => held.title))).toBe('there is no post tally-4');
});

test('a value can name an existing post, by its number or as it is', () => {
  const { take, run, read, kernel } = hall();
  take(proposal);
  run(({ game, posts }) => (game.last = posts.get('P1')));
  expect([read('game.last'), kernel.state.game['last']]).toEqual(['P1', 'P1']);
  expect(whyNot(run(({ game }) => (game.last = 'P2')))).toContain('there is no post called "P2"');
});

test('rules can comment on a post in nobody’s name, and correct its text', () => {
  const { take, get, read } = hall();
  take(proposal);
  get(({ comment, matters }) => {
    comment(matters.get('P1'), 'Noted.');
    comment(matters.get('P1'), 'Again.');
    matters.get('P1').change({ title: 'Shorter' });
    matters.get('P1').change({ text: 'Days.' });
  });
  expect(read('posts.P1.comments')).toMatchObject([
    { id: 'P1-note-1', by: 'engine', text: 'Noted.' },
    { id: 'P1-note-2', by: 'engine', text: 'Again.' },
  ]);
  expect([read('posts.P1.title'), read('posts.P1.text')]).toEqual(['Shorter', 'Days.']);
});

test('recomputes what depends on a post when somebody has written to it', () => {
  const game = playground({
    posts: { story: {} },
    views: {
      heading: { of: 'post', returns: text(), value: (one: Loose) => one.title },
      talk: { of: 'post', returns: integer(), value: (one: Loose) => one.comments.length },
    },
  });
  game.take({ type: 'post', id: 'S1', kind: 'story', title: 'Here', text: '' });
  const seen = (): unknown => [game.read('views.heading.S1'), game.read('views.talk.S1')];
  expect(seen()).toEqual(['Here', 0]);
  game.take({ type: 'alter', on: 'S1', how: 'edit', title: 'There' });
  game.take({ type: 'comment', on: 'S1', id: 'c1', text: 'Hm' });
  expect(seen()).toEqual(['There', 1]);
});

test('takes only text from the votes that rules read in words', () => {
  const { take, read } = hall({ 'votes-in': () => ['for', 5, null] });
  take(proposal);
  take({ type: 'comment', on: 'P1', id: 'c1', text: 'for' }, 'bo');
  expect(read('posts.P1.comments')[0].votes).toEqual(['for']);
  expect(read('posts.P1.uses').map(({ vote }: Loose) => vote)).toEqual(['for']);
});

test('counts a vote as it was cast, and withdraws the last reaction that is a vote', () => {
  const { take, read, get, told: said } = hall();
  take(proposal);
  for (const [vote, via] of [
    ['for', 'reaction'],
    ['against', 'reaction'],
    ['for', 'review'],
  ] as const)
    take({ type: 'vote', on: 'P1', vote, via }, 'bo');
  take({ type: 'vote', on: 'P1', vote: 'for', via: 'reaction' }, 'cy');
  expect(get(({ matters }) => matters.get('P1').lastVotes)).toEqual({ bo: 'for', cy: 'for' });
  const withdrawn = (): unknown => read('posts.P1.uses').map((one: Loose) => one.withdrawn === true);
  take({ type: 'withdraw-vote', on: 'P1', reaction: 'up' }, 'bo');
  expect(withdrawn()).toEqual([true, false, false, false]);
  take({ type: 'withdraw-vote', on: 'P1' }, 'bo');
  expect(withdrawn()).toEqual([true, true, false, false]);
  take({ type: 'withdraw-vote', on: 'P1' }, 'bo');
  take({ type: 'withdraw-vote', on: 'P1' }, 'dee');
  expect(withdrawn()).toEqual([true, true, false, false]);
  expect(said.filter((one) => one.startsWith('vote-withdrawn'))).toHaveLength(2);
});

test('doesn’t withdraw votes on a resolved matter', () => {
  const { take, read, get } = hall({ 'may-fail': () => 'permit' });
  take(proposal);
  take({ type: 'vote', on: 'P1', vote: 'for', via: 'reaction' });
  take({ type: 'fail', matter: 'P1', byHand: true });
  take({ type: 'withdraw-vote', on: 'P1' });
  expect(read('posts.P1.uses')[0].withdrawn).toBe(undefined);
  expect([read('posts.P1.status'), read('posts.P1.resolved-by')]).toEqual(['failed', 'ana']);
  expect(whyNot(take({ type: 'remove', on: 'P1' }))).toBe('Longer has already ended: failed');
  expect(get(({ posts }) => posts.get('P1').pending)).toBe(false);
});

test('a reaction that isn’t a vote says nothing, and doesn’t make anybody active', () => {
  const { take, read, told: said } = hall();
  take(proposal);
  expect(take({ type: 'signal', on: 'P1', via: 'reaction', reaction: 'heart' }, 'bo')).toMatchObject({
    ok: true,
    changes: [],
  });
  expect(read('players.bo')).toBe(undefined);
  expect(said).not.toContain('active bo');
  take({ type: 'signal', on: 'P1', via: 'reaction', reaction: 'up' }, 'bo');
  expect(read('posts.P1.uses')).toMatchObject([{ by: 'bo', vote: 'for', via: 'reaction' }]);
  expect(said).toContain('active bo');
  take({ type: 'signal', on: 'P1', via: 'review', review: 'comment', text: 'Hm' }, 'cy');
  expect(said).toContain('active cy');
});

test('somebody who writes what no rule reads counts as active', () => {
  const { take, read, told: said } = hall();
  take({ type: 'heard' }, 'dee');
  expect(read('players.dee')).toEqual({});
  expect(said).toEqual(['active dee']);
});

test('alters a post if the rules allow it: what is given, with changes or without', () => {
  const asked: unknown[] = [];
  const {
    take,
    read,
    kernel,
    told: said,
  } = hall({
    'may-alter': ({ by, how, title, refuse }: Loose) => {
      asked.push([by.id, how, title]);
      if (how === 'push' && by.id !== 'ana') refuse('it is not yours');
    },
  });
  const change = (path: string): Loose => ({ verb: 'set', path, value: 1 });
  take({ ...proposal, changes: [change('game.a')] });
  take({ type: 'alter', on: 'P1', how: 'edit', title: 'Shorter' });
  take({ type: 'alter', on: 'P1', how: 'edit', text: 'Days.' });
  expect(kernel.state.posts['P1']).toMatchObject({ title: 'Shorter', text: 'Days.', alteredAt: AT });
  take({ type: 'alter', on: 'P1', how: 'push', changes: [change('game.b')] });
  expect(read('posts.P1.changes').map(({ path }: Loose) => path)).toEqual(['game.a', 'game.b']);
  take({ type: 'alter', on: 'P1', how: 'push', changes: [change('game.c')], replaces: true });
  expect(read('posts.P1.changes').map(({ path }: Loose) => path)).toEqual(['game.c']);
  expect(whyNot(take({ type: 'alter', on: 'P1', how: 'push', changes: [] }, 'bo'))).toBe('it is not yours');
  expect(whyNot(take({ type: 'alter', on: 'P1', how: 'edit', title: 'x'.repeat(301) }))).toContain(
    'too long',
  );
  expect(whyNot(take({ type: 'alter', on: 'P1', how: 'edit', text: 'x'.repeat(60_001) }))).toContain(
    'too long',
  );
  expect(asked.slice(0, 3)).toEqual([
    ['ana', 'edit', 'Shorter'],
    ['ana', 'edit', 'Shorter'],
    ['ana', 'push', 'Shorter'],
  ]);
  expect(said.filter((one) => one === 'altered P1 ana')).toHaveLength(4);
});

test('moving a post to another category makes it a matter, or no longer one', () => {
  const {
    take,
    run,
    read,
    told: said,
  } = hall({
    'may-recategorise': ({ by, kind, refuse }: Loose) =>
      by.id === 'bo' ? refuse(`no ${kind} of yours`) : undefined,
  });
  take(proposal);
  expect(whyNot(take({ type: 'recategorise', on: 'P1', kind: 'story' }, 'bo'))).toBe('no story of yours');
  expect(whyNot(run(({ recategorise, actor, posts }) => recategorise(actor, posts.get('P1'), 'law')))).toBe(
    'there is no category of post called law',
  );
  take({ type: 'recategorise', on: 'P1', kind: 'story' });
  expect([read('posts.P1.kind'), read('posts.P1.status')]).toEqual(['story', undefined]);
  take({ type: 'recategorise', on: 'P1', kind: 'proposal' });
  expect(read('posts.P1.status')).toBe('pending');
  expect(whyNot(take({ type: 'recategorise', on: 'P1', kind: 'tally' }))).toContain(
    'only the rules can make',
  );
  expect(whyNot(take({ type: 'recategorise', on: 'P1', kind: 'law' }))).toContain('no category');
  expect(said.filter((one) => one.startsWith('recategorised'))).toHaveLength(2);
});

test('removes a post only if a rule allows it', () => {
  const { take, read, told: said } = hall();
  take(proposal);
  take({ type: 'remove', on: 'P1' }, 'bo');
  expect([read('posts.P1.status'), read('posts.P1.resolved-by')]).toEqual(['removed', 'bo']);
  expect(said).toContain('removed P1 bo');
  const silent = playground({ posts: { story: {} } });
  silent.take({ type: 'post', id: 'S1', kind: 'story', title: 'Here', text: '' });
  expect(whyNot(silent.take({ type: 'remove', on: 'S1' }))).toBe('posts of this kind can’t be deleted');
});

test('freezes what people send, and rules can’t change it', () => {
  const { take, run } = hall();
  const changes = [{ verb: 'set', path: 'game.a', value: { deep: 1 } }] as Loose;
  take({ ...proposal, changes });
  expect(Object.isFrozen(changes[0].value)).toBe(true);
  expect(whyNot(run(({ matters }) => (matters.get('P1').changes[0].path = 'x')))).toContain('read');
});
