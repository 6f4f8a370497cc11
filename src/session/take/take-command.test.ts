import { beforeEach, describe, expect, test } from 'vitest';

import { failsTwice } from '../play/fixtures/fails-twice.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { SMALL, Desk, EVENTFUL, ana, bo, cy } from '../fixtures/desk.ts';
import { versionOfRules } from '../position/rules-in-play.ts';

const LANTERNS = new Map([
  ['dynastic/lanterns.md', '---\ntitle: Lanterns\norder: 95\n---\nPlayers light rooms.\n'],
  [
    'dynastic/lanterns.ts',
    `import { action, integer, list, optional, rule, text } from 'gitnomic/rules';
export default rule(() => ({
  game: { room: text(), oil: text(), drops: integer({ start: 0 }), wicks: list(text()) },
  actions: {
    light: action({
      with: { room: text(), oil: text() },
      effect({ game, room, oil }) { game.room = room; game.oil = oil; },
    }),
    fill: action({
      with: { drops: integer({ min: 1 }), wicks: list(text()), times: optional(integer()) },
      effect({ game, drops, wicks, times }) { game.drops = drops * (times ?? 1); game.wicks = wicks; },
    }),
  },
}));
`,
  ],
]);

describe('a command on a desk', () => {
  let desk: Desk;
  async function begin(...[wish, given]: Parameters<typeof Desk.open>): Promise<void> {
    desk = await Desk.open({ ...wish, ruleset: LANTERNS }, given);
    desk.opens(ana, '1', 'proposal', 'A place to talk');
    desk.decide();
  }
  beforeEach(() => begin(SMALL));
  const said = (by: typeof ana, line: string): string => {
    desk.says(by, '1', line);
    return desk.answers(desk.decide()).at(-1) ?? '';
  };
  const state = (): ReturnType<Desk['session']['position']['open']['play']['state']> =>
    desk.session.position.open.play.state();

  test('assigns unnamed arguments to the parameters without a value, in order', () => {
    const lines = ['/light A x', '/act light oil=y B', '/light room=C z'];
    const lit = lines.map((line) => {
      expect(said(bo, line)).toContain('**Done.** bo ');
      return [state().game['room'], state().game['oil']];
    });
    expect(lit).toEqual([
      ['A', 'x'],
      ['B', 'y'],
      ['C', 'z'],
    ]);
    expect(said(bo, '/light A x more')).toContain('word-3');
    expect(said(bo, '/nothing-of-the-kind')).toContain('**Refused**');
  });

  test('reads an unnamed number or list as one only if the parameter’s type calls for it', () => {
    expect(said(bo, '/fill 3 [cotton, 12]')).toContain('**Done.**');
    expect(state().game).toMatchObject({ drops: 3, wicks: ['cotton', '12'] });
    expect(said(bo, '/fill wicks=[] 4 2')).toContain('**Done.**');
    expect(state().game).toMatchObject({ drops: 8, wicks: [] });
    expect(said(bo, '/light 7 [B]')).toContain('**Done.**');
    expect(state().game).toMatchObject({ room: '7', oil: '[B]' });
    expect(said(bo, '/fill 007 []')).toContain('write it as 7');
    expect(said(bo, '/fill many []')).toContain('must be a whole number');
  });

  test.each([
    ['/roll 2d6', '2DICE6'],
    ['/act roll roll="2 dice 6"', '2DICE6'],
    ['/act roll 1W6', 'DICE6'],
    ['/roll d6', 'DICE6'],
  ])('%s rolls %s, as the rules write it', async (line, dice) => {
    await begin(SMALL, { seeds: { dice: new Uint8Array(32) } });
    expect(said(bo, line)).toContain(`bo rolled ${dice}.`);
    expect(said(bo, line.replace(/^.(?:act )?/u, '/why '))).toContain('could do that now');
  });

  test('of an Admin about the game can also be written as an action', () => {
    expect(said(ana, '/act game practice=on')).toContain('**Done.**');
    expect(desk.files.get(GAME_FILE)).toContain('practice: true');
    expect(said(bo, '/act game practice=off')).toContain('only an admin can do this');
  });

  test('is an Admin’s only as the first word after `act`, and others can’t be written as actions', () => {
    expect(said(bo, '/light game x')).toContain('**Done.** bo ');
    expect(state().game).toMatchObject({ room: 'game', oil: 'x' });
    for (const own of ['seed', 'bridge', 'recover'])
      expect(said(bo, `/act ${own} none`)).toContain(`there is no action called ${own}`);
  });

  test('to recover is no action of the rules and gets no answer here', () => {
    desk.says(ana, '1', '/recover');
    const { happened } = desk.decide();
    expect(happened.map(({ what }) => what)).toEqual(['comment on 1']);
    expect(said(ana, '/recover')).toBe('');
  });

  test('help lists what can be done', () => {
    const help = said(bo, '/help');
    expect(help).toContain('- `/act light room=… oil=…`');
    expect(help).not.toContain('/seal-key');
  });

  test('fail fails the matter that it’s written on if the rules allow it, and reports no action', async () => {
    await begin();
    expect(said(ana, '/fail')).toContain('can still pass');
    said(ana, '/game resolution=by-admin');
    desk.says(cy, '1', ':veto:');
    desk.decide();
    desk.later(48);
    expect(said(ana, '/enact')).toContain('**Refused**');
    expect(said(ana, '/fail')).not.toMatch(/Refused|Done\.\*\* ana/u);
    expect(state().posts['1']?.status).toBe('failed');
    expect(said(ana, `/merge ${'c'.repeat(40)}`)).toContain('1 is not being voted on');
  });

  test('why accepts an action’s own name, and a matter with or without a hash sign', () => {
    expect(said(bo, '/why act light A x')).toContain('bo could do that now.');
    expect(said(bo, '/why #1')).toContain('Enacted: ');
  });

  /** The answer to a command whose question to the rules failed before. */
  const saidAfterFault = (question: string, line: string, texts?: object): string => {
    const { rules } = desk.session.position;
    const comment = desk.says(ana, '1', line);
    failsTwice(rules.aborted, `${question} c-${comment}-1 under ${versionOfRules(rules.play.files)}`);
    return desk.answers(desk.decide({ ...texts })).at(-1) ?? '';
  };

  test('why explains what happened if the question broke before', () => {
    expect(saidAfterFault('why', '/why')).toBe(
      '> /why\n\nThere’s no explanation for this: Gitnomic has a fault: a line is out of place.\n',
    );
    expect(said(ana, '/why')).toContain('Enacted: ');
  });

  test('merge is refused with the reason if it broke before, or if there is no such matter', () => {
    const commit = 'c'.repeat(40);
    const texts = new Map([[commit, desk.files]]);
    expect(saidAfterFault('merge', `/merge ${commit}`, { texts })).toBe(
      `> /merge ${commit}\n\n**Refused**: Gitnomic has a fault: a line is out of place.\n`,
    );
    expect(desk.answered(ana, '99', `/merge ${commit}`)).toContain('**Refused**: 99 is not being voted on.');
    expect(desk.session.position.branches.resolved).toEqual({});
  });

  test('merge requires an existing commit and a matter that could be enacted', async () => {
    await begin();
    expect(said(ana, `/merge ${'abcdef01'.repeat(5)}`)).toContain(
      'the commit abcdef0 doesn’t exist any more',
    );
    const commit = 'c'.repeat(40);
    desk.says(ana, '1', `/merge ${commit}`);
    const decision = desk.decide({ texts: new Map([[commit, desk.files]]) });
    expect(desk.answers(decision).at(-1)).toContain('A place to talk needs 3 more votes in favour');
    expect(desk.session.position.branches.resolved).toEqual({});
  });
});

/** Somebody else can rest a player or snuff their lamp, and players can ask for it themselves. Leaving can only be asked for. */
const ASKED = new Map([
  ['dynastic/asked.md', '---\ntitle: Asked\norder: 95\n---\nPlayers rest.\n'],
  [
    'dynastic/asked.ts',
    `import { action, player, rule, text } from 'gitnomic/rules';
export default rule(() => ({
  game: { done: text() },
  actions: {
    rest: action({ effect({ game }) { game.done = 'rest'; } }),
    'ask-rest': action({ effect({ game }) { game.done = 'ask-rest'; } }),
    snuff: action({ with: { who: player(), why: text() }, effect({ game }) { game.done = 'snuff'; } }),
    'ask-snuff': action({ effect({ game }) { game.done = 'ask-snuff'; } }),
    'ask-leave': action({ effect({ game }) { game.done = 'ask-leave'; } }),
  },
}));
`,
  ],
]);

test('a bare command asks somebody else to act if an action for that exists', async () => {
  const desk = await Desk.open({ ...SMALL, ruleset: ASKED });
  desk.opens(ana, '1', 'proposal', 'A place to talk');
  const doneBy = (line: string): unknown => {
    const answer = desk.answered(bo, '1', line);
    if (answer.includes('**Refused**')) return answer.split('**: ')[1]?.trim();
    return desk.session.position.open.play.state().game['done'];
  };
  expect(doneBy('/rest')).toBe('rest');
  expect(doneBy('/snuff')).toBe('ask-snuff');
  expect(doneBy('/snuff ana why=late')).toBe('snuff');
  expect(doneBy('/leave')).toBe('ask-leave');
  expect(doneBy('/act snuff')).toBe('needs who.');
  expect(doneBy('/act leave')).toContain('there is no action called leave');
});

describe('what only the emperor’s side may read', () => {
  const BIDS = new Map([
    ['dynastic/bids.md', '---\ntitle: Bids\norder: 95\n---\nPlayers bid.\n'],
    [
      'dynastic/bids.ts',
      `import { integer, rule } from 'gitnomic/rules';
export default rule(() => ({ submissions: { bid: { with: { amount: integer() } } } }));
`,
    ],
  ]);

  test.each([
    ['something is sealed', { ruleset: BIDS }, true],
    ['an action reads what is private', EVENTFUL, true],
    ['neither is', { ruleset: ASKED }, false],
  ])('has a sealing key listed in help only if needed: %s', async (_, game, names) => {
    const desk = await Desk.open({ ...SMALL, ...game });
    desk.opens(ana, '1', 'proposal', 'A place to talk');
    const help = desk.answered(bo, '1', '/help');
    expect(help).toContain('- `/help` – this list');
    expect(
      help.includes('- `/seal-key` – the key for secrets that only the head of the dynasty may read'),
    ).toBe(names);
  });

  test('isn’t given away by asking why', async () => {
    const desk = await Desk.open({ ...SMALL, ...EVENTFUL });
    desk.opens(ana, '1', 'proposal', 'A place to talk');
    const answer = 'That action uses private values, which the answer would give away.';
    expect(desk.answered(cy, '1', '/why whisper')).toBe(`> /why whisper\n\n${answer}\n`);
    expect(desk.answered(cy, '1', '/why brew')).not.toContain(answer);
  });
});
