import { beforeEach, describe, expect, test } from 'vitest';

import { commitmentToSeed } from '../chance/committed-seed.ts';
import { BrokenError } from '../play/unplayable-error.ts';
import { isBlamedIn } from '../play/fixtures/fails-twice.ts';
import { GameDraws } from '../chance/draws.ts';
import { AbortedCalls } from '../play/aborted-calls.ts';
import { SandboxError } from '../../sandbox/host.ts';
import type { OpenGame } from '../play/open-game.ts';
import type { Decision } from './decision.ts';
import { SMALL, ana, bo, cy, dee, Desk, somebody } from '../fixtures/desk.ts';
import { type Position, positionIn } from './position.ts';
import type { Situation } from './situation.ts';
import { versionOfRules } from './rules-in-play.ts';
import { writeReport } from '../../wording/action-report.ts';

/** People hang pictures and look at sealed submissions, and rules comment on a post after any action. */
const HALL = new Map([
  ['dynastic/hall.md', '---\ntitle: Hall\norder: 95\n---\nPlayers hang pictures in the hall.\n'],
  [
    'dynastic/hall.ts',
    `import { action, boolean, integer, picture, rule, text } from 'gitnomic/rules';
export default rule(() => ({
  game: { echoes: integer(), hall: text(), looks: boolean(), seen: integer() },
  emperor: { notes: integer({ private: true, start: 4 }) },
  player: { face: picture() },
  submissions: { work: { with: { art: picture() } } },
  actions: {
    hang: action({
      with: { art: picture() },
      effect({ actor, art, refuse }) {
        if (actor.id === 'dee') refuse('the hall is full');
        actor.face = art;
      },
    }),
    call: action({ effect({ game }) { game.echoes = 2; } }),
    judge: action({ by: 'emperor', private: true, reveals: ['game'], effect({ game }) { game.hall = 'judged'; } }),
    clear: action({
      by: 'emperor',
      private: true,
      effect({ submissions }) { for (const work of submissions('work')) work.use(); },
    }),
  },
  on: {
    changed({ game, emperor, posts, comment }) {
      if (game.looks) game.seen = emperor.notes;
      if (game.echoes === 0) return;
      game.echoes -= 1;
      if (game.echoes === 0) for (const post of posts) comment(post, 'An echo.');
    },
  },
}));
`,
  ],
]);
const [X, Y] = ['https://a.example/x', 'https://a.example/y'];
const KNOWN = { [X]: { copy: '0123456789abcdef' } };
const eli = somebody('eli');

let desk: Desk;
async function begin(
  given: Partial<Situation> = {},
  wish: Parameters<typeof Desk.open>[0] = {},
): Promise<void> {
  desk = await Desk.open({ ...wish, ruleset: HALL }, given);
  desk.opens(bo, '1', 'proposal', 'Night');
}
beforeEach(() => begin({}, SMALL));

/** The questions to the rules, with the code of each refusal. */
const happened = (decision: Decision): readonly string[] =>
  decision.happened.map(({ line, by, what, outcome }) =>
    `${line} ${by} ${what} ${outcome.ok ? '' : outcome.refusal.code}`.trim(),
  );
const reported = (decision: Decision): string => desk.answers(decision, '1').join('\n');
const everyEnding = (key: string): AbortedCalls =>
  new AbortedCalls({
    recorded: [{ key, reason: 'it went on for ever', dice: [], from: { at: '', lines: 0 }, until: null }],
  });

/** Continues the game on another machine. */
function position(more: Partial<Situation> = {}, game: Partial<OpenGame> = {}): Position {
  return positionIn(desk.situation({ ...more }), { ...desk.session.position.open, ...game });
}
const act = (action: string, by = 'bo', words: object = {}): Parameters<Position['rules']['take']>[0] =>
  ({ type: 'act', at: desk.now, by, action, with: words }) as never;
const isBlamed = (
  { aborted }: Position['rules'],
  key: string,
  error = new BrokenError('a line is out of place'),
): boolean => {
  return isBlamedIn(aborted, key, error);
};
const throws = (error: Error) => (): never => {
  throw error;
};

describe('a step put to the rules', () => {
  test.each([
    [1, ['5 bo take-pip out-of-patience', '5 bo take-pip']],
    [2, ['5 bo take-pip', '5 bo take-pip out-of-patience']],
  ])(
    'is numbered within its event, so a repeated action counts as another step (stopping no. %s)',
    async (place, taken) => {
      await begin({ aborted: everyEnding(`5 bo take-pip ${place}`) });
      for (const line of [2, 3, 4]) desk.says(ana, '1', `Word ${line}.`);
      desk.says(bo, '1', '/take-pip\n/take-pip');
      expect(happened(desk.decide()).slice(-3)).toEqual(['5 bo comment on 1', ...taken]);
      const { ledger } = desk.session.position.open.play;
      expect(ledger.find(({ stopped }) => stopped !== undefined)).toMatchObject({
        what: 'take-pip',
        refused: 'it went on for ever',
        stopped: `5 bo take-pip ${place}`,
      });
    },
  );

  test.each([
    [1, ['7 ana resolve 1 out-of-patience', '7 ana resolve 1']],
    [2, ['7 ana resolve 1', '7 ana resolve 1 out-of-patience']],
  ])('that an Admin resolves is numbered in the same way (stopping no. %s)', async (place, taken) => {
    desk = await Desk.open(
      { ...SMALL, resolution: 'by-admin' },
      { aborted: everyEnding(`7 ana resolve 1 ${place}`) },
    );
    desk.opens(bo, '1', 'proposal', 'Night');
    for (const voter of [ana, cy, dee, eli]) desk.says(voter, '1', ':for:');
    desk.later(49);
    desk.says(bo, '1', 'Now?');
    desk.says(ana, '1', '/enact\n/enact');
    const decision = desk.decide();
    expect(happened(decision).slice(-3, -2)).toEqual(['7 ana comment on 1']);
    expect(happened(decision).slice(-2)).toEqual(taken);
  });

  test('is blamed for an error it causes, or an error in the line it wrote', async () => {
    await begin();
    const { rules } = position();
    rules.line = 3;
    const key = '3 bo take-pip 0';
    expect(rules.take(act('take-pip')).ok).toBe(true);
    expect(isBlamed(rules, key)).toBe(true);

    const later = position().rules;
    later.line = 3;
    later.take(act('call'));
    later.take(act('ring-bell'));
    later.ask(
      'times',
      desk.now,
      () => null,
      () => null,
    );
    expect(isBlamed(later, '3 bo call 0', new BrokenError('it is out of place', 1))).toBe(true);
    later.restart();
    later.ask(
      'times',
      desk.now,
      () => null,
      () => null,
    );
    expect(
      isBlamed(
        later,
        `times under ${versionOfRules(later.play.files)}`,
        new BrokenError('it is out of place', 2),
      ),
    ).toBe(true);
  });

  test('is refused if nothing can be drawn for it, and any other error is thrown', () => {
    const { rules } = position({}, { draws: new GameDraws({}) });
    const roll = (): unknown => rules.open.draws.draw({ kind: 'dice', size: 6, options: null, labels: [] });
    Object.assign(rules.play.sandbox, { take: roll });
    expect(rules.take(act('long-shot'))).toEqual({
      ok: false,
      refusal: { code: 'no-draw', reason: 'the seed of the dice is missing here', rule: null, param: null },
      draws: [],
    });
    Object.assign(rules.play.sandbox, { take: throws(new BrokenError('a line is out of place')) });
    expect(() => rules.take(act('long-shot'))).toThrow('a line is out of place');
  });

  test('falls back if it’s stopped, and once it broke, is refused under the same rules', () => {
    const { rules } = position();
    const rule = { number: '2.4', title: 'Hall', path: 'dynastic/hall.md' } as never;
    const why = (question: () => unknown): unknown =>
      rules.ask('times', desk.now, question, (refusal) => refusal);
    expect(why(() => 'noon')).toBe('noon');
    expect(why(throws(new SandboxError('too-many-steps', 'it took too many steps', rule)))).toEqual({
      code: 'too-many-steps',
      reason: 'it took too many steps',
      rule,
      param: null,
    });
    expect(() => why(throws(new BrokenError('a line is out of place')))).toThrow(BrokenError);
    const key = `times under ${versionOfRules(rules.play.files)}`;
    expect(isBlamed(rules, key)).toBe(true);
    expect(why(() => 'noon')).toMatchObject({
      code: 'assertion',
      reason: expect.stringContaining('a line is out of place'),
    });
  });
});

describe('what the rules did', () => {
  test('is reported, even if it follows from somebody else’s words', async () => {
    desk.says(bo, '1', '/act call');
    expect(reported(desk.decide())).not.toContain('An echo.');
    desk.says(dee, '1', 'Hello?');
    expect(reported(desk.decide())).toContain('An echo.');
  });

  test('when somebody was heard is reported too, unless hearing them was refused', async () => {
    const answer = writeReport({
      call: 'c9',
      lines: 0,
      disclosed: { changes: [], used: [], rolls: [], result: null },
      pictures: null,
    });
    desk.says(bo, '1', '/act call');
    desk.decide();
    desk.says(dee, '1', answer);
    expect(reported(desk.decide())).toContain('An echo.');

    await begin({ aborted: everyEnding('3 dee heard 0') });
    desk.says(bo, '1', '/act call');
    desk.says(dee, '1', answer);
    expect(reported(desk.decide())).not.toContain('An echo.');
    desk.says(dee, '1', 'Hello?');
    expect(reported(desk.decide())).toContain('An echo.');
  });

  test('with a matter is reported as its result, by time or by hand', async () => {
    for (const resolution of [undefined, 'by-admin'] as const) {
      desk = await Desk.open(resolution === undefined ? SMALL : { ...SMALL, resolution });
      desk.opens(bo, '1', 'proposal', 'Night');
      for (const voter of [ana, cy, dee, eli]) desk.says(voter, '1', ':for:');
      desk.later(49);
      if (resolution !== undefined) desk.says(ana, '1', '/enact');
      expect(reported(desk.decide())).toMatch(
        resolution === undefined
          ? /^\*\*Night\*\* was enacted\. /mu
          : /^\*\*Night\*\* was enacted by ana\. /mu,
      );
    }
  });
});

describe('pictures that an action needs', () => {
  test('are fetched only if unknown and the action isn’t refused', async () => {
    await begin({ pictures: KNOWN });
    desk.says(bo, '1', `/act hang art=${X}`);
    desk.says(ana, '1', `/act hang art=${Y}`);
    desk.says(dee, '1', '/act hang art=https://a.example/full');
    const decision = desk.decide();
    expect(happened(decision).slice(-1)).toEqual([expect.stringMatching(/^4 dee hang ./u)]);
    const { rules, open } = desk.session.position;
    expect([...rules.wantedPictures]).toEqual([Y]);
    const { players } = open.play.state();
    expect([players['bo']?.['face'], players['ana']?.['face']]).toEqual([
      expect.stringMatching(/^pictures\/.+0123456789abcdef/u),
      Y,
    ]);
  });

  test('stay addresses if nothing fetches pictures', () => {
    desk.says(bo, '1', `/act hang art=${X}`);
    desk.decide();
    const { rules, open } = desk.session.position;
    expect([open.play.state().players['bo']?.['face'], rules.wantedPictures.size]).toEqual([X, 0]);
  });
});

describe('an action of the emperor’s side', () => {
  const code = ({ rules }: Position, comment: string | null = 'c2'): string => {
    rules.comment = comment;
    const outcome = rules.take(act('judge', 'cy'));
    return outcome.ok ? 'done' : outcome.refusal.code;
  };
  const SEED = new Uint8Array(32).fill(7);
  /** A replay on the emperor's side, where the outcome of the call was already reported. */
  function again(isPromised = true): Position {
    const on = position(
      { hidden: {}, rerun: true, events: answered },
      { draws: new GameDraws({ secret: SEED }) },
    );
    if (isPromised)
      on.secrets.promiseSeed({
        hash: commitmentToSeed(SEED),
        by: 'cy',
        dynasty: 1,
        line: 1,
        at: desk.now,
      });
    return on;
  }
  let answered: Situation['events'];
  beforeEach(() => {
    const call = desk.says(cy, '1', '/act judge');
    desk.says(
      cy,
      '1',
      writeReport({
        call,
        lines: 0,
        disclosed: { changes: [], used: [], rolls: [], result: null },
        pictures: null,
      }),
    );
    answered = desk.situation().events;
    desk.opens(bo, '1', 'proposal', 'Night');
    desk.decide();
  });

  test('waits for an answer under the comment that asked for it, unlike other refused actions', () => {
    const on = position();
    expect([code(on), on.calls.open]).toEqual(['private-side', ['c2']]);
    expect(on.calls.get('c2')).toEqual({ at: desk.now, by: 'cy', action: 'judge', words: {}, lines: 0 });
    on.rules.comment = 'c4';
    expect(on.rules.take(act('hang', 'dee', { art: X })).ok).toBe(false);
    expect(on.calls.open).toEqual(['c2']);
    expect([code(position(), null), position().calls.open]).toEqual(['private-side', []]);
    const without = position();
    expect(code(without, null)).toBe('private-side');
    expect(without.calls.open).toEqual([]);
  });

  test('is rerun only with the promised seed', () => {
    expect([code(again()), code(again(false))]).toEqual(['done', 'private-side']);
  });

  test.each([
    ['was opened', { art: X }, true, 'done'],
    ['can’t be opened yet', {}, false, 'private-side'],
  ])('is rerun correctly if all that was sealed %s', (_, words, opened, what) => {
    const on = again();
    const sealed = { type: 'seal', at: desk.now, by: 'bo', submission: 'work', with: words, opened } as never;
    expect(on.rules.take(sealed)).toMatchObject({ ok: true });
    expect(code(on)).toBe(what);
  });

  test('is rerun if the submission that can’t be opened was already used', () => {
    const on = again();
    on.rules.take({
      type: 'seal',
      at: desk.now,
      by: 'bo',
      submission: 'work',
      with: {},
      opened: false,
    } as never);
    on.rules.comment = null;
    expect(on.rules.take(act('clear', 'cy')).ok).toBe(true);
    expect(Object.values(on.open.play.state().submissions)).toMatchObject([{ used: true, contents: null }]);
    expect(code(on)).toBe('done');
  });

  test('hears the words beside it on that side, even after it was answered', () => {
    const on = position({ hidden: {}, events: answered });
    on.open.play.sandbox.assume('game.looks', true);
    on.rules.comment = 'c2';
    const said = on.rules.take({
      type: 'comment',
      at: desk.now,
      by: 'cy',
      on: '1',
      id: 'c2',
      text: 'Judge!',
    } as never);
    expect(said).toMatchObject({ ok: true });
    expect(on.open.play.state().game['seen']).toBe(4);
  });
});
