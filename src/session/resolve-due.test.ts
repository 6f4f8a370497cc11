import { Stuck } from './play/stuck.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { replay } from '../care/replay/replay.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  kernelGame,
  memoryVault,
  testGame,
  VOTES,
  whyFailed,
  type TestGame,
} from '../tick/fixtures/embedded-game.ts';
import { nameOfTime } from '../kernel/names.ts';
import { BrokenError } from './play/unplayable-error.ts';
import { failsTwice, isBlamedIn } from './play/fixtures/fails-twice.ts';
import { GameDraws } from './chance/draws.ts';
import { SandboxError } from '../sandbox/host.ts';
import type { HeadRead } from './position/branches.ts';
import { BEGINNING, Desk, ENGINE, EVENTFUL } from './fixtures/desk.ts';
import { positionIn } from './position/position.ts';
import { momentsUntil, resolveDue, tryToEnact } from './resolve-due.ts';
import { type RulesInPlay, versionOfRules } from './position/rules-in-play.ts';

const THROWS = {
  'content/ruleset/dynastic/night.md': '---\ntitle: Night\norder: 90\n---\nIt is night.\n',
  'content/ruleset/dynastic/night.ts': "throw new Error('boo');\n",
};

function playedAgain(game: TestGame): ReturnType<typeof replay> {
  return replay({
    forge: game.forge,
    vault: memoryVault(),
    pictures: { all: () => ({}), keep: () => '' },
    main: () => game.mainTip(),
    content: () => game.content(),
    now: () => game.now,
  });
}

test('switches off a clause that can’t be loaded when its matter is due, and resolves the next', async () => {
  const game = await testGame();
  const night = await game.table.open(bo, {
    kind: 'cfj',
    title: 'Night',
    text: '',
    head: await game.branch(THROWS),
  });
  await game.table.comment(ana, night, ':for:');
  game.later(40);
  const rule = (await game.content()).get(VOTES) ?? '';
  const three = rule.replace('[2](#value:fewest-votes)', '[3](#value:fewest-votes)');
  expect(three).not.toBe(rule);
  const fewest = await game.table.open(dee, {
    kind: 'proposal',
    title: '[Core] Three votes',
    text: '',
    head: await game.branch({ [VOTES]: three }),
  });
  for (const voter of [ana, cy, eli, fay]) await game.table.comment(voter, fewest, ':for:');
  game.later(20);

  const { commits, stuck } = await game.tick();
  expect(commits.map(({ message }) => message.split(':')[0])).toEqual([`Enact ${night}`, `Enact ${fewest}`]);
  expect(await whyFailed(game, night)).toMatch(/^its code is switched off and you play the rule by hand: /u);
  expect(stuck).toEqual([]);
  expect(await playedAgain(game)).toMatchObject({ same: true });
});

const MARKET = {
  'content/ruleset/dynastic/market.md':
    '---\ntitle: Market\norder: 90\n---\nEach day at noon everybody gets [1, and 5 from 2024-03-05](#value:pay) coins.\n',
  'content/ruleset/dynastic/market.ts': `import { everyDay, integer, rule } from 'gitnomic/rules';

export default rule(({ value }) => ({
  player: { coins: integer() },
  times: {
    'market-day': {
      at: everyDay('12:00'),
      effect({ players }) { for (const one of players) one.gain('coins', value('pay')); },
    },
  },
}));
`,
};

test('scheduled events replay identically however late the engine ran, with the values of their day', async () => {
  const game = await kernelGame();
  const market = await game.table.open(bo, {
    kind: 'proposal',
    title: 'Market',
    text: '',
    head: await game.branch(MARKET),
  });
  for (const voter of [ana, cy, eli, fay]) await game.table.comment(voter, market, ':for:');
  game.later(49);
  await game.tick();
  game.later(24);
  await game.tick();
  game.later(50);
  await game.table.open(dee, { kind: 'proposal', title: 'Nothing much', text: 'I come late.' });
  await game.tick();
  const ledger = [...(await game.content())].filter(([path]) => path.startsWith('content/ledger/'));
  const times = ledger.flatMap(([, text]) => [
    ...text.matchAll(/"at":"([^"]+)","by":"engine","what":"time market-day"/gu),
  ]);
  expect(times.map(([, at]) => at)).toEqual(
    ['03', '04', '05', '06'].map((day) => `2024-03-${day}T12:00:00Z`),
  );
  expect((await game.content()).get('content/gamestate/players/bo.md')).toContain('coins: 12');
  expect(await playedAgain(game)).toMatchObject({ same: true });
});

/** A bell that rings at a different hour from one date on, and again from another. */
const BELL = {
  ruleset: new Map([
    [
      'dynastic/bell.md',
      '---\ntitle: Bell\norder: 95\n---\nA bell rings at [18:00, 07:00 from 2024-03-03, and 06:00 from 2024-03-05](#value:hour).\n',
    ],
    [
      'dynastic/bell.ts',
      `import { everyDay, integer, rule } from 'gitnomic/rules';
export default rule(({ words }) => ({
  game: { rung: integer() },
  times: {
    bell: {
      at: ({ from }) => everyDay(words('hour'))({ from }),
      effect({ game }) { game.rung += 1; },
    },
  },
}));
`,
    ],
  ]),
};

const [TIDE, STORM] = ['tide', 'storm'].map(nameOfTime) as [string, string];

const throwing = (error: Error) => (): never => {
  throw error;
};

describe('on a desk', () => {
  let desk: Desk;
  let rules: RulesInPlay;
  let stuck: Stuck;
  beforeEach(async () => {
    desk = await Desk.open(EVENTFUL);
    stuck = new Stuck();
    goOn();
  });

  /** The next roll shows nothing; its purpose is recorded here. */
  let rolledFor: string[];

  /** Continues from here. The rules did not finish on the given questions. */
  function goOn(...questions: readonly string[]): void {
    rolledFor = [];
    const { files, now } = desk;
    const draws = new GameDraws({ fixed: [], noteRoll: ({ purpose }) => void rolledFor.push(purpose) });
    const situation = { files, now, events: [], heads: new Map(), engine: ENGINE, notified: 0 };
    ({ rules } = positionIn(situation, { ...desk.session.position.open, draws }));
    for (const question of questions) holds(question);
  }

  function holds(question: string): void {
    failsTwice(rules.aborted, question);
  }

  const together = (asked = 'due'): string => `${asked} under ${versionOfRules(rules.play.files)}`;
  const roll = (): unknown => rules.open.draws.draw({ kind: 'dice', size: 6, options: null, labels: [] });

  /** True if an unexpected error is blamed on this question. */
  function isBlamed(question: string): boolean {
    return isBlamedIn(rules.aborted, question);
  }

  function next(at = desk.now): string | null {
    const step = resolveDue(rules, at, stuck);
    if (step === null) return null;
    return `${step.matter} ${step.outcome.ok ? 'is done' : step.outcome.refusal.code}`;
  }

  /** A proposal that adds a rule; one without a title can't be put in force. */
  const add = (name: string, title = `title: ${name}\n`): HeadRead => {
    const path = `content/ruleset/dynastic/${name}.md`;
    const content = `---\n${title}order: 90\n---\nIt is ${name}.\n`;
    return { changes: [{ verb: 'file', path, content, base: null }], outside: [], problems: [] };
  };

  /** Two proposals that people have voted on, both due. The older one comes first. */
  function propose({ first = ':for:', second = add('day') } = {}): void {
    desk.opens(bo, '1', 'proposal', 'Night', add('night'));
    desk.opens(cy, '2', 'proposal', 'Day', second);
    for (const voter of [ana, dee, eli, fay]) {
      desk.says(voter, '1', first);
      desk.says(voter, '2', ':for:');
    }
    desk.decide({ wait: true });
    desk.later(49);
  }

  function acts(action: string): void {
    desk.opens(bo, '9', 'story', 'Here');
    desk.says(bo, '9', `/act ${action}`);
    desk.decide({ wait: true });
  }

  describe('the moments when rules act by themselves', () => {
    test('come one after another as each is done, ending with the time asked for', () => {
      expect([...momentsUntil(rules, '2024-03-02T09:00:00Z')]).toEqual(['2024-03-02T09:00:00Z']);
      acts('begin');
      const moments: string[] = [];
      for (const moment of momentsUntil(rules, '2024-03-03T12:00:00Z')) {
        moments.push(moment);
        expect(next(moment)).toBe(`${TIDE} is done`);
        expect(next(moment)).toBeNull();
      }
      expect(moments).toEqual(['01', '02', '03'].map((day) => `2024-03-${day}T12:00:00Z`));
    });

    test('follow the hour that is in force on their day, even if it changes on a date', async () => {
      desk = await Desk.open(BELL);
      goOn();
      const ring = (until: string): readonly string[] => {
        const moments: string[] = [];
        for (const moment of momentsUntil(rules, until)) {
          if (next(moment) !== null) moments.push(moment);
        }
        return moments;
      };
      // The result doesn't depend on how late it is asked, and includes the very moment of the date.
      expect(ring('2024-03-03T00:00:00Z')).toEqual(['01', '02'].map((day) => `2024-03-${day}T18:00:00Z`));
      expect(ring('2024-03-06T00:00:00Z')).toEqual([
        '2024-03-03T07:00:00Z',
        '2024-03-04T07:00:00Z',
        '2024-03-05T06:00:00Z',
      ]);
    });

    test('include only once a moment that can’t be passed', () => {
      acts('begin');
      const end = '2024-03-05T00:00:00Z';
      expect([...momentsUntil(rules, end)]).toEqual(['2024-03-01T12:00:00Z', end]);
    });

    test('don’t come before what is on record', () => {
      acts('begin');
      for (const action of ['take-crate', 'take-pip']) {
        desk.says(bo, '9', `/act ${action}`);
        desk.decide({ wait: true });
        desk.later(6);
      }
      const end = '2024-03-02T09:00:00Z';
      expect([...momentsUntil(rules, end)]).toEqual(['2024-03-01T15:00:00Z', end]);
    });

    test('stop if the rules don’t come back from being asked', () => {
      acts('begin');
      const end = '2024-03-05T00:00:00Z';
      const moments: string[] = [];
      for (const moment of momentsUntil(rules, end)) {
        moments.push(moment);
        holds(together('times'));
      }
      expect(moments).toEqual(['2024-03-01T12:00:00Z', end]);
      expect([...momentsUntil(rules, end)]).toEqual([end]);
    });
  });

  describe('due matters', () => {
    test('are resolved one at a time, each with a note, and none before it’s due', () => {
      const early = desk.now;
      propose();
      expect(next(early)).toBeNull();
      expect([next(), next(), next()]).toEqual(['1 is done', '2 is done', null]);
      expect(rules.happened).toMatchObject(
        ['enact 1', 'enact 2'].map((what) => ({ by: 'engine', what, at: desk.now, outcome: { ok: true } })),
      );
    });

    test('a matter whose resolution didn’t finish is refused once, and the others are resolved', () => {
      const early = desk.now;
      propose();
      goOn('resolve 1');
      expect(next(early)).toBeNull();
      expect([next(), [...stuck]]).toEqual(['1 assertion', ['1']]);
      // It doesn't block the matter behind it.
      expect([next(), next()]).toEqual(['2 is done', null]);
    });

    test('a matter behind others is also refused if its resolution didn’t finish', () => {
      propose();
      goOn('resolve 2');
      expect([next(), next(), next(), [...stuck]]).toEqual(['1 is done', '2 assertion', null, ['2']]);
    });

    test('a matter that can’t even be asked about is refused once it’s due', () => {
      propose();
      goOn('due 2');
      expect([next(), [...stuck], next(), next()]).toEqual(['2 assertion', ['2'], '1 is done', null]);
    });

    test('a matter that couldn’t be enacted may fail, and one that couldn’t fail may be enacted', () => {
      propose({ first: ':against:' });
      goOn('resolve 1', 'fail 2');
      expect([next(), next(), next()]).toEqual(['1 is done', '2 is done', null]);
      expect(rules.happened.map(({ what }) => what)).toEqual(['fail 1', 'enact 2']);
    });

    test('a matter that couldn’t fail is refused while it would fail', () => {
      propose({ first: ':against:' });
      goOn('fail 1');
      expect([next(), [...stuck]]).toEqual(['1 assertion', ['1']]);
    });

    test('each is asked about alone if the rules didn’t come back from all together', () => {
      propose({ second: add('day', '') });
      goOn(together());
      expect(next()).toBe('1 is done');
      // New rules are in force, so all are asked about together again.
      goOn(together());
      expect([next(), [...stuck], next()]).toEqual(['2 is done', [], null]);
    });

    test('a stuck matter isn’t asked about again', () => {
      propose();
      stuck.add('2');
      goOn('due 2', together());
      expect([next(), next()]).toEqual(['1 is done', null]);
    });

    test('trying to enact a matter shows whether anything stands in its way, without rolling', () => {
      propose();
      expect(tryToEnact(rules, desk.now, '1').ok).toBe(true);
      expect(roll).toThrow('has no result');
      expect(rolledFor).toEqual(['resolve 1#1']);
    });

    test('a matter that needs draws nobody can make waits, and isn’t asked about again', () => {
      propose();
      rules.play.heldBy = () => String(roll());
      expect([next(), [...stuck]]).toEqual(['1 no-draw', ['1']]);
      expect(rolledFor).toEqual(['resolve 1#1']);
    });

    test('trying a matter that needs draws nobody can make reports that it waits', () => {
      propose();
      rules.play.heldBy = () => String(roll());
      expect(tryToEnact(rules, desk.now, '1')).toMatchObject({ ok: false, refusal: { code: 'no-draw' } });
    });

    test('a matter refused again has its own rolls', () => {
      propose();
      goOn('due 2');
      expect(next()).toBe('2 assertion');
      expect(roll).toThrow('has no result');
      expect(rolledFor).toEqual([expect.stringMatching(/^resolve 2#/u)]);
    });

    test('an error is blamed on what was being done: a matter, a question about it, or about all', () => {
      propose({ first: ':against:' });
      expect(next()).toBe('1 is done');
      expect(isBlamed('fail 1')).toBe(true);
      goOn();
      expect(next()).toBe('2 is done');
      expect(isBlamed('resolve 2')).toBe(true);
      goOn();
      expect(next()).toBeNull();
      expect(isBlamed(together())).toBe(true);
      expect(next()).toBeNull();
      expect(isBlamed(`due ${STORM}`)).toBe(true);
    });

    test('only pending ones are asked about, each without the others if all together are too much', () => {
      acts('begin');
      propose();
      const asked: string[] = [];
      const { sandbox } = rules.play;
      const due = sandbox.due.bind(sandbox);
      const noted = (at: string, without: readonly string[] = []): ReturnType<typeof due> => {
        asked.push(without.join(' '));
        return due(at, without);
      };
      Object.assign(sandbox, { due: noted });
      stuck.add(TIDE);
      expect(next(BEGINNING)).toBeNull();
      expect(asked.splice(0)).toEqual([TIDE]);
      goOn(together());
      expect(next(BEGINNING)).toBeNull();
      expect(asked).toEqual([`${TIDE} 2 ${STORM}`, `${TIDE} 1 ${STORM}`, `${TIDE} 1 2`]);
    });

    test('a matter is blamed for its own questions, not for those of others', () => {
      acts('begin');
      propose();
      goOn('fail 1', TIDE);
      expect([next(), next()]).toEqual([`${TIDE} assertion`, '1 is done']);
    });

    test('a matter that stops the rules is reported, and an engine error is thrown', () => {
      propose();
      goOn('resolve 1');
      const stops = (error: Error): void => {
        Object.assign(rules.play.sandbox, { due: throwing(error) });
      };
      stops(new BrokenError('a line is out of place'));
      expect(() => next()).toThrow(BrokenError);
      expect(isBlamed('due 1')).toBe(true);
      goOn('resolve 1');
      // Without the matter nothing is stopped, so it is the one to blame.
      const due = (_: string, others: readonly string[]): null => {
        if (others.includes('1')) return null;
        throw new SandboxError('too-many-steps', 'it took too many steps');
      };
      Object.assign(rules.play.sandbox, { due });
      expect([next(), [...stuck]]).toEqual(['1 too-many-steps', ['1']]);
    });
  });

  describe('a scheduled event', () => {
    test('is refused like a matter if the rules didn’t finish it', () => {
      acts('begin');
      goOn(TIDE);
      expect([next('2024-03-01T12:00:00Z'), [...stuck]]).toEqual([`${TIDE} assertion`, [TIDE]]);
      expect(next('2024-03-01T12:00:00Z')).toBeNull();
    });

    test('waits if nothing can be drawn for it, and others that are due happen', () => {
      acts('brew');
      desk.says(bo, '9', '/act begin');
      desk.decide({ wait: true });
      const late = '2024-03-01T19:00:00Z';
      const done = [next(late), next(late), next(late)];
      expect(new Set(done)).toEqual(new Set([null, `${STORM} clause-fails`, `${TIDE} is done`]));
      expect([...stuck]).toEqual([STORM]);
    });
  });
});
