// A bridge speaks only for players who allowed it from their own account.
import { beforeEach, describe, expect, test } from 'vitest';

import type { ForgeEvent } from '../../forge/events.ts';
import { formatSealed } from '../secrets/sealed-text.ts';
import { playerOfCode, speakingFor, throughBridge } from './bridge.ts';
import { Desk, EVENTFUL, bo, cy } from '../fixtures/desk.ts';
import { writeReport } from '../../wording/action-report.ts';

const bridge = { id: '4711', name: 'nomic-bridge', bot: true };
const CODE = 'K7f3Qz_90abc';

describe('on a desk', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await Desk.open(EVENTFUL);
    desk.opens(cy, '1', 'story', 'Tea');
    desk.decide();
  });

  const bridges = (): object => desk.session.position.accounts.bridges;
  /** The engine's last answer to words on the matter. */
  const answered = (by: typeof bridge, text: string): string => desk.answered(by, '1', text);
  const said = (): readonly string[] =>
    desk.session.position.open.play.state().posts['1']?.comments.map(({ by, text }) => `${by}: ${text}`) ??
    [];

  describe('a player allows an account to speak for them', () => {
    test('and takes it back only with a bare `none`, which with a code is an account name', () => {
      answered(bo, `/bridge @nomic-bridge ${CODE}`);
      expect(bridges()).toEqual({ bo: { account: 'nomic-bridge', id: null, code: CODE, at: desk.now } });
      expect(answered(bo, '/bridge nomic-bridge')).toContain('write `/bridge ACCOUNT CODE`');
      expect(bridges()).toMatchObject({ bo: { account: 'nomic-bridge' } });
      answered(bo, '/bridge none another-code');
      expect(bridges()).toMatchObject({ bo: { account: 'none', code: 'another-code' } });
      expect(answered(bo, '/bridge none')).toContain('No account speaks for you any more');
      expect(bridges()).toEqual({});
    });

    test('again with the same code, or each with their own code, but never with another player’s', () => {
      answered(bo, `/bridge nomic-bridge ${CODE}`);
      answered(bo, `/bridge other-bridge ${CODE}`);
      answered(cy, '/bridge nomic-bridge code-of-cy');
      expect(bridges()).toMatchObject({
        bo: { account: 'other-bridge', code: CODE },
        cy: { account: 'nomic-bridge', code: 'code-of-cy' },
      });
      expect(answered(cy, `/bridge nomic-bridge ${CODE}`)).toContain(
        'somebody else has already used this code',
      );
      expect(bridges()).toMatchObject({ cy: { code: 'code-of-cy' } });
    });
  });

  describe('a bridge allowed to speak for a player', () => {
    beforeEach(() => void answered(bo, `/bridge nomic-bridge ${CODE}`));

    test('finds the player by their current name, is registered, and speaks for nobody else', () => {
      expect(answered(bridge, '/as Nobody\n\nHello.')).toContain('nomic-bridge can’t speak for Nobody');
      expect(desk.session.position.accounts.known(bridge.id)).toBe('nomic-bridge');
      answered(bridge, speakingFor('Robert Bower', 'Hello.'));
      expect(said()).toContain('bo: Hello.\n\n*Through nomic-bridge.*');
    });

    test('doesn’t pass on sealed words of any kind', () => {
      const armored = '-----BEGIN AGE ENCRYPTED FILE-----\nYQ==\n-----END AGE ENCRYPTED FILE-----\n';
      const reported = { changes: [], used: [], rolls: [] } as never;
      for (const sealed of [
        `/note\n\n\`\`\`age\n${armored}\`\`\`\n`,
        writeReport({ call: 'c1', lines: 1, disclosed: reported, pictures: null }),
        formatSealed({ submission: 'bid', open: {}, key: '', commitment: '', armored }),
      ])
        expect(answered(bridge, `/as bo\n\n${sealed}`)).toContain('come from the player’s own account');
      expect(said().filter((one) => one.startsWith('bo: ') && !one.includes('/bridge'))).toEqual([]);
    });

    describe('that has spoken', () => {
      let words = '';
      let others = '';
      beforeEach(() => {
        words = desk.says(bridge, '1', '/as bo\n\nHelo.');
        others = desk.says(cy, '1', 'Good evening.');
        desk.decide();
      });

      const through = (by: ForgeEvent['by'], event: object): ReturnType<typeof throughBridge> =>
        throughBridge(desk.session.position, {
          id: 'e',
          at: desk.now,
          post: '1',
          by,
          ...event,
        } as ForgeEvent);

      test('can edit or remove those words without naming the player again', () => {
        const edit = { type: 'comment-edited', comment: words, text: 'Hello.' };
        expect(through(bridge, edit)).toMatchObject({
          by: 'bo',
          event: { text: 'Hello.\n\n*Through nomic-bridge.*' },
        });
        const removal = { type: 'comment-removed', comment: words };
        expect(through(bridge, removal)).toMatchObject({ by: 'bo', event: removal });
      });

      test('speaks for itself in everything else: posts, reactions, and comments not made through it', () => {
        for (const event of [
          { type: 'opened', kind: 'proposal', title: 'Mine', text: '/as bo\n\nMine.', head: null },
          { type: 'reacted', comment: words, reaction: '+1' },
          { type: 'closed' },
          { type: 'commented', comment: 'c9', text: 'Hello from me.' },
          { type: 'comment-edited', comment: others, text: 'Changed.' },
          { type: 'comment-removed', comment: others },
          { type: 'comment-removed', comment: 'c99' },
          { type: 'comment-removed', post: '99', comment: words },
        ])
          expect(through(bridge, event)).toBeNull();
      });

      test('isn’t confused with someone unknown to the forge, or with anyone else', () => {
        const edit = { type: 'comment-edited', comment: words, text: 'Hello.' };
        expect(through(null, { type: 'commented', comment: 'c9', text: '/as bo\n\nHello.' })).toBeNull();
        expect(through(null, edit)).toBeNull();
        expect(through(cy, edit)).toBeNull();
      });
    });
  });
});

test('a code belongs to one player and is valid only from the bridge they named', () => {
  const bridges = {
    ana: { account: 'Nomic-Bridge', id: null, code: 'code-of-ana', at: '1' },
    bo: { account: 'nomic-bridge', id: '4711', code: 'code-of-bo', at: '2' },
    cy: { account: 'nomic-bridge', id: '4712', code: 'code-of-cy', at: '3' },
    dee: { account: 'other-bridge', id: null, code: 'code-of-dee', at: '4' },
  };
  const found = (wanted: string): string | null =>
    playerOfCode(bridges, { ...bridge, name: 'nomic-BRIDGE' }, (code, at) => `${code} ${at}` === wanted);
  expect(['ana 1', 'bo 2', 'cy 3', 'dee 4', 'eli 5'].map((one) => found(`code-of-${one}`))).toEqual([
    'ana',
    'bo',
    null,
    null,
    null,
  ]);
});
