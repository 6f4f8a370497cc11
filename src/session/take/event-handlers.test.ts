import { beforeEach, describe, expect, test } from 'vitest';

import { AbortedCalls } from '../play/aborted-calls.ts';
import type { PostData } from '../../kernel/state.ts';
import type { HeadRead } from '../position/branches.ts';
import type { Decision } from '../position/decision.ts';
import { SMALL, ana, bo, cy, dee, Desk, ENGINE, somebody } from '../fixtures/desk.ts';

let desk: Desk;
async function begin(wish: Parameters<typeof Desk.open>[0] = {}): Promise<void> {
  desk = await Desk.open(wish);
  desk.opens(bo, '1', 'proposal', 'Night');
  desk.decide();
}
beforeEach(() => begin(SMALL));

const post = (id = '1'): PostData => {
  const found = desk.session.position.open.play.state().posts[id];
  if (found === undefined) throw new Error(`there is no post ${id}`);
  return found;
};
const has = (id: string): boolean => Object.hasOwn(desk.session.position.open.play.state().posts, id);
const reported = (decision: Decision, on = '1'): string => desk.answers(decision, on).join('\n');
const head = (content: string): HeadRead => ({
  changes: [{ verb: 'file', path: 'content/ruleset/dynastic/night.md', content, base: null }],
  outside: [],
  problems: [],
});
const commit = (digit: string): string => digit.repeat(40);
const pinned = (): string | undefined => desk.session.position.branches.pinned['1'];

describe('a post', () => {
  test('is taken in as written, with the changes of its branch', () => {
    desk.opens(cy, '2', 'proposal', 'Dawn', head('Dawn.'));
    desk.happens(cy, {
      type: 'opened',
      post: '3',
      kind: 'proposal',
      title: 'Lines',
      text: 'One\r\nTwo\rThree',
      head: null,
    });
    desk.decide();
    expect(post('2')).toMatchObject({
      title: 'Dawn',
      author: 'cy',
      kind: 'proposal',
      changes: head('Dawn.').changes,
    });
    expect(desk.session.position.branches.pinned['2']).toBe('2'.padStart(40, 'a'));
    expect(post('3')).toMatchObject({ text: 'One\nTwo\nThree', changes: [] });
  });

  test('without a label has the forge’s default kind, and of an unknown kind it’s refused', () => {
    desk.opens(cy, '2', 'change', 'Dawn');
    desk.opens(cy, '3', 'poem', 'Dusk');
    const decision = desk.decide();
    expect(post('2').kind).toBe('proposal');
    expect(has('3')).toBe(false);
    expect(reported(decision, '3')).toContain(
      '“Dusk” was not accepted: there is no category of post called poem',
    );
    const notices = decision.notices.filter((one) => one.post === '3' && one.tell !== 'comment');
    expect(notices).toEqual([
      { post: '3', tell: 'label', labels: ['not-accepted'] },
      { post: '3', tell: 'settle' },
    ]);
  });

  test('that asks to join is answered, since its author can only wait', async () => {
    await begin();
    desk.opens(somebody('zed'), '7', 'join-request', 'May I?');
    expect(reported(desk.decide(), '7')).toMatch(/^Your request to join is noted/u);
    desk.opens(ana, '8', 'story', 'A tale');
    expect(reported(desk.decide(), '8')).toBe('');
  });

  test('that is refused has no branch to enact', () => {
    desk.opens(cy, '3', 'poem', 'Dusk', head('Dusk.'));
    desk.decide();
    expect(desk.session.position.branches.pinned['3']).toBeUndefined();
  });

  test('whose branch wasn’t read changes nothing yet', () => {
    const branch = { branch: 'b2', oid: commit('2') };
    desk.happens(cy, { type: 'opened', post: '2', kind: 'proposal', title: 'Dawn', text: '', head: branch });
    desk.decide();
    expect(post('2').changes).toEqual([]);
    expect(desk.session.position.branches.pinned['2']).toBe(commit('2'));
  });

  test('can have its title, its text or both edited', () => {
    desk.happens(bo, { type: 'edited', post: '1', title: 'Long night' });
    desk.decide();
    expect(post()).toMatchObject({ title: 'Long night', text: '' });
    desk.happens(bo, { type: 'edited', post: '1', text: 'It is\r\ndark.' });
    desk.decide();
    expect(post()).toMatchObject({ title: 'Long night', text: 'It is\ndark.', alteredAt: desk.now });
  });

  test('that can no longer be edited stays the same, and its author is told', async () => {
    await begin();
    desk.later(30);
    desk.happens(bo, { type: 'edited', post: '1', title: 'Long night' });
    expect(reported(desk.decide())).toMatch(/^The edit does not count: /u);
    expect(post().title).toBe('Night');
  });

  test('changes its category only if the rules allow it', () => {
    desk.happens(ana, { type: 'categorised', post: '1', kind: 'poem' });
    expect(reported(desk.decide())).toMatch(/^The change of category does not count: /u);
    expect(post().kind).toBe('proposal');
  });

  test('or comment by the engine itself isn’t taken in', () => {
    const engine = somebody(ENGINE, { bot: true });
    desk.happens(engine, {
      type: 'opened',
      post: '4',
      kind: 'proposal',
      title: 'Mine',
      text: '',
      head: null,
    });
    desk.happens(engine, { type: 'commented', post: '1', comment: 'x', text: ':for:' });
    desk.decide();
    expect(has('4')).toBe(false);
    expect([post().comments, post().uses]).toEqual([[], []]);
  });
});

describe('a push', () => {
  test('replaces what is voted on, and that commit would be enacted', () => {
    desk.happens(
      bo,
      { type: 'pushed', post: '1', head: commit('1'), forced: false },
      { head: head('Night.') },
    );
    desk.decide();
    expect([post().changes, pinned()]).toEqual([head('Night.').changes, commit('1')]);
    desk.happens(
      bo,
      { type: 'pushed', post: '1', head: commit('2'), forced: true },
      { head: head('Darker.') },
    );
    desk.decide();
    expect([post().changes, pinned()]).toEqual([head('Darker.').changes, commit('2')]);
  });

  test('that comes too late changes neither, and is reported with its commit', () => {
    desk.happens(
      bo,
      { type: 'pushed', post: '1', head: commit('1'), forced: false },
      { head: head('Night.') },
    );
    desk.decide();
    desk.later(30);
    desk.happens(
      bo,
      { type: 'pushed', post: '1', head: commit('2'), forced: false },
      { head: head('Darker.') },
    );
    expect(reported(desk.decide())).toContain('The push of 2222222 does not count: ');
    expect([post().changes, pinned()]).toEqual([head('Night.').changes, commit('1')]);
  });

  test('whose author plain Git doesn’t tell counts as the post author’s', () => {
    desk.happens(
      null,
      { type: 'pushed', post: '1', head: commit('1'), forced: false },
      { head: head('Night.') },
    );
    desk.decide();
    expect(pinned()).toBe(commit('1'));
    const { happened } = desk.decide();
    expect(happened).toEqual([]);
    desk.happens(null, { type: 'pushed', post: '1', head: commit('2'), forced: false });
    expect(desk.decide().happened).toMatchObject([{ by: 'bo', what: 'alter on 1' }]);
  });
});

describe('votes', () => {
  const uses = (): readonly string[] =>
    post().uses.map(
      ({ by, vote, via, withdrawn }) => `${by} ${vote} ${via}${withdrawn === true ? ' withdrawn' : ''}`,
    );

  test('can be cast by comment, review or reaction, and a reaction can be withdrawn', () => {
    desk.says(ana, '1', ':against:');
    desk.happens(cy, {
      type: 'reviewed',
      post: '1',
      review: 'r',
      verdict: 'approve',
      text: '',
      head: commit('1'),
    });
    desk.happens(dee, { type: 'reacted', post: '1', comment: null, reaction: '-1' });
    desk.decide();
    expect(uses()).toEqual(['ana AGAINST comment', 'cy FOR review', 'dee AGAINST reaction']);
    desk.happens(dee, { type: 'unreacted', post: '1', comment: null, reaction: '+1' });
    desk.happens(dee, { type: 'unreacted', post: '1', comment: 'c1', reaction: '-1' });
    desk.decide();
    expect(uses()).toContain('dee AGAINST reaction');
    desk.happens(dee, { type: 'unreacted', post: '1', comment: null, reaction: '-1' });
    desk.decide();
    expect(uses()).toContain('dee AGAINST reaction withdrawn');
  });

  test('aren’t cast by reactions to a comment, or by reactions unknown to the rules', () => {
    desk.happens(dee, { type: 'reacted', post: '1', comment: 'c1', reaction: '+1' });
    desk.happens(dee, { type: 'reacted', post: '1', comment: null, reaction: 'constructor' });
    for (const reaction of ['heart', 'hooray', 'rocket', 'laugh'])
      desk.happens(dee, { type: 'reacted', post: '1', comment: null, reaction });
    const { happened } = desk.decide();
    expect(uses()).toEqual([]);
    expect(happened.every(({ outcome }) => outcome.ok)).toBe(true);
  });

  test('by reaction follow its meaning, and one that the voter may not cast is refused', async () => {
    await begin();
    desk.happens(dee, { type: 'reacted', post: '1', comment: null, reaction: 'eyes' });
    desk.happens(ana, { type: 'reacted', post: '1', comment: null, reaction: 'confused' });
    expect(reported(desk.decide())).toMatch(/^The reaction does not count: /mu);
    expect(uses()).toEqual(['dee DEFERENTIAL reaction']);
  });

  test('don’t change if a review is edited or dismissed, which is reported', () => {
    desk.happens(cy, {
      type: 'reviewed',
      post: '1',
      review: 'r',
      verdict: 'approve',
      text: '',
      head: commit('1'),
    });
    desk.happens(cy, { type: 'review-edited', post: '1', review: 'r', text: ':against:' });
    desk.happens(bo, { type: 'review-dismissed', post: '1', review: 'r' });
    const said = reported(desk.decide());
    expect(said).toContain('cy edited a review. Your vote stays as it was');
    expect(said).toContain('bo dismissed a review. Your vote stays as it was');
    expect(uses()).toEqual(['cy FOR review']);
  });
});

describe('what doesn’t count is reported by name', () => {
  test('a review that is too late', async () => {
    await begin();
    for (const voter of [ana, cy, dee, somebody('eli')]) desk.says(voter, '1', ':for:');
    desk.later(49);
    desk.decide();
    expect(post().status).toBe('enacted');
    const verdict = 'request-changes';
    desk.happens(cy, { type: 'reviewed', post: '1', review: 'r', verdict, text: '', head: commit('1') });
    expect(reported(desk.decide())).toMatch(/^The review does not count: Night is resolved/mu);
  });

  test('a withdrawal that the rules don’t finish', async () => {
    const from = { at: '', lines: 0 };
    const recorded = [
      { key: '3 dee withdraw-vote on 1 0', reason: 'it took too long', dice: [], from, until: null },
    ];
    desk = await Desk.open(SMALL, { aborted: new AbortedCalls({ recorded }) });
    desk.opens(bo, '1', 'proposal', 'Night');
    desk.happens(dee, { type: 'reacted', post: '1', comment: null, reaction: '+1' });
    desk.happens(dee, { type: 'unreacted', post: '1', comment: null, reaction: '+1' });
    expect(reported(desk.decide())).toMatch(/^The withdrawal does not count: it took too long\.$/mu);
  });
});

describe('an event on a post unknown to the game', () => {
  test('changes nothing and isn’t answered', () => {
    const before = desk.session.position.open.play.state();
    desk.says(ana, '99', ':for:');
    desk.happens(ana, { type: 'edited', post: '99', title: 'x' });
    desk.happens(ana, { type: 'closed', post: '99' });
    desk.happens(ana, { type: 'reacted', post: '99', comment: null, reaction: '+1' });
    desk.happens(ana, { type: 'pushed', post: '99', head: commit('1'), forced: false });
    desk.happens(ana, { type: 'review-edited', post: '99', review: 'r', text: ':for:' });
    const decision = desk.decide();
    expect([decision.happened, reported(decision, '99')]).toEqual([[], '']);
    expect(desk.session.position.open.play.state()).toEqual(before);
  });
});

describe('a comment', () => {
  test('is no longer the current one once it has been taken in', () => {
    const { rules } = desk.session.position;
    const during: (string | null)[] = [];
    const take = rules.take.bind(rules);
    rules.take = (input) => {
      during.push(rules.comment);
      return take(input);
    };
    const comment = desk.says(ana, '1', 'One.');
    desk.opens(bo, '2', 'proposal', 'Dawn');
    desk.decide();
    expect(during).toEqual([comment, null]);
  });

  test('is stored with its lines, and can be edited and removed', () => {
    const id = desk.says(ana, '1', 'One\r\nTwo');
    desk.decide();
    expect(post().comments).toMatchObject([{ by: 'ana', text: 'One\nTwo' }]);
    desk.happens(ana, { type: 'comment-edited', post: '1', comment: id, text: 'Three\r\n' });
    desk.decide();
    expect(post().comments).toMatchObject([{ text: 'Three\n', edited: true }]);
    desk.happens(ana, { type: 'comment-removed', post: '1', comment: id });
    desk.decide();
    expect(post().comments).toMatchObject([{ deleted: true }]);
  });

  test('may contain commands, of which the first twenty run, each with an answer', () => {
    desk.says(ana, '1', Array.from({ length: 22 }, () => '/help').join('\n'));
    const decision = desk.decide();
    const answers = decision.notices.flatMap((one) => (one.tell === 'comment' ? [one.key] : []));
    expect(answers).toContain('c-c2-20');
    expect(answers).not.toContain('c-c2-21');
    expect(reported(decision)).toContain('Only the first 20 commands of a comment count.');
    desk.says(ana, '1', Array.from({ length: 20 }, () => '/help').join('\n'));
    expect(reported(desk.decide())).not.toContain('Only the first');
  });

  test('of sealed words or shares isn’t stored as a comment', () => {
    desk.says(ana, '1', '/seal plan\n\nkey: 0123456789abcdef\ncommitment: sha256:1\n\n```age\nx\n```');
    desk.says(bo, '1', '/shares\n\n```json\n{}\n```');
    const said = reported(desk.decide());
    expect(post().comments).toEqual([]);
    expect(said).toContain('The comment with shares does not count: they can’t be read');
  });
});

describe('closing', () => {
  test('doesn’t remove what is voted on: it is reopened, and the author is told', async () => {
    await begin();
    desk.happens(bo, { type: 'closed', post: '1' });
    const decision = desk.decide();
    expect(reported(decision)).toContain('Closing this doesn’t withdraw it: ');
    expect(decision.notices).toContainEqual({ post: '1', tell: 'reopen' });
    expect(post().status).toBe('pending');
  });
});

describe('a newcomer', () => {
  test('becomes an outsider with their own name when they first speak, and a machine is marked', () => {
    desk.says(somebody('77', { name: 'Zoë Lamp' }), '1', 'Hello.');
    desk.says(somebody('78', { name: 'Robot', bot: true }), '1', 'Beep.');
    desk.decide();
    const { accounts, open } = desk.session.position;
    const [zoe, robot] = [accounts.known('77') ?? '', accounts.known('78') ?? ''];
    expect(open.play.state().players[zoe]).toMatchObject({ name: 'Zoë Lamp' });
    expect([...accounts.machines]).toEqual([robot]);
    expect(post().comments.map(({ by }) => by)).toEqual([zoe, robot]);
  });
});
