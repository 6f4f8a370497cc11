import { beforeEach, describe, expect, test } from 'vitest';

import { ana, bo, cy, Desk, SEALED } from '../fixtures/desk.ts';

const SILENCE = new Map([
  [
    'dynastic/silence.md',
    '---\ntitle: Silence\norder: 95\n---\nNobody shouts, and words stay as they are.\n',
  ],
  [
    'dynastic/silence.ts',
    `import { rule } from 'gitnomic/rules';
export default rule(() => ({
  hooks: {
    'may-comment'({ text, refuse }, next) {
      if (text.includes('!')) refuse('nobody shouts here');
      next();
    },
  },
  on: {
    'comment-changed'({ refuse }) { refuse('words stay as they are'); },
  },
}));
`,
  ],
]);

let desk: Desk;
beforeEach(async () => {
  desk = await Desk.open({ ruleset: SILENCE });
  desk.opens(bo, '1', 'proposal', 'A place to talk');
  desk.decide();
});

/** The comments that the engine writes below the post in answer to an event, by their keys. */
function saidBy(happens: () => unknown): Readonly<Record<string, string>> {
  happens();
  const said = desk.decide().notices.filter((one) => one.post === '1');
  const saved = desk.session.read.facts.outbox.notices.filter((one) => one.post === '1');
  return Object.fromEntries(
    [...saved, ...said].flatMap((one) =>
      one.tell === 'comment' && one.key !== 'standing' ? [[one.key, one.text]] : [],
    ),
  );
}

const lastActive = (id: string): unknown =>
  desk.session.position.open.play.state().players[id]?.['last-active'];

describe('a comment that the rules refuse', () => {
  test('doesn’t count, which is reported, and doesn’t make its author active', () => {
    const before = lastActive('ana');
    desk.later(1);
    let comment = '';
    const said = saidBy(() => (comment = desk.says(ana, '1', 'Hear me!')));
    expect(said).toEqual({
      [`c-${comment}`]: 'The comment does not count: nobody shouts here (rule 2.2 Silence).\n',
    });
    expect(lastActive('ana')).toBe(before);
  });

  test('can’t be edited or removed, each with its own message', () => {
    const comment = desk.says(cy, '1', 'Hear me.');
    desk.decide();
    const edited = saidBy(() =>
      desk.happens(cy, { type: 'comment-edited', post: '1', comment, text: 'Hear her.' }),
    );
    expect(edited).toEqual({
      [`e-${comment}`]: 'The edit of a comment does not count: words stay as they are (rule 2.2 Silence).\n',
    });
    const removed = saidBy(() => desk.happens(cy, { type: 'comment-removed', post: '1', comment }));
    expect(removed).toEqual({
      [`r-${comment}`]:
        'The removal of a comment does not count: words stay as they are (rule 2.2 Silence).\n',
    });
  });
});

describe('sealed words for a machine or for one person', () => {
  const NOTE =
    '/note\n\n```age\n-----BEGIN AGE ENCRYPTED FILE-----\nYQ==\n-----END AGE ENCRYPTED FILE-----\n```\n';

  test.each([
    ['a note', NOTE],
    ['sealed words', SEALED],
    ['shares', '/shares\n\n```json\n{}\n```'],
    ['what was told', '/told c1\n\n```json\n{}\n```'],
  ])('count as activity but aren’t stored as a comment: %s', (_, text) => {
    desk.later(1);
    desk.says(ana, '1', text);
    desk.decide();
    expect(lastActive('ana')).toBe(desk.now);
    expect(desk.session.position.open.play.state().posts['1']?.comments).toEqual([]);
  });

  test('on a post unknown to the game don’t count as activity', () => {
    const before = lastActive('ana');
    desk.later(1);
    for (const text of [NOTE, 'Hello.']) desk.says(ana, '99', text);
    desk.decide();
    expect(lastActive('ana')).toBe(before);
  });
});

test('editing or removing a comment with a vote doesn’t change the vote, which is reported each time', () => {
  const comment = desk.says(cy, '1', ':against:');
  desk.decide();
  const edited = saidBy(() =>
    desk.happens(cy, { type: 'comment-edited', post: '1', comment, text: ':for:' }),
  );
  expect(edited[`f-${comment}`]).toContain(
    'cy edited a comment that held AGAINST. Your vote stays as it was',
  );
  const removed = saidBy(() => desk.happens(cy, { type: 'comment-removed', post: '1', comment }));
  expect(removed[`f-${comment}`]).toContain(
    'cy removed a comment that held AGAINST. Your vote stays as it was',
  );
});

test.each([
  [20, 20, false],
  [21, 20, true],
])(
  'of %i commands in a comment, the first %i run, and a note about the rest is sent: %s',
  (said, taken, isSaid) => {
    let comment = '';
    const lines = Array.from({ length: said }, () => '/help');
    const reported = saidBy(() => (comment = desk.says(ana, '1', lines.join('\n'))));
    const answers = Object.keys(reported).filter((key) => /^c-.+-\d+$/u.test(key));
    expect(answers).toHaveLength(taken);
    const more = 'Only the first 20 commands of a comment count. Write another comment for the rest.\n';
    expect(reported[`c-${comment}-more`]).toBe(isSaid ? more : undefined);
  },
);
