// Every class of error at every entrance of a sandbox: what becomes of the step, and that the game goes on.
import { expect, test } from 'vitest';

import { ana, bo, cy, dee, eli } from '../../src/tick/fixtures/embedded-game.ts';
import { observe } from '../../src/tick/observe.ts';
import { openPosition } from '../../src/tick/start-session.ts';
import { readStatus } from '../../src/tick/read-status.ts';
import { situationAt } from '../../src/tick/situation.ts';
import { Caches } from '../../src/cache/caches.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { possibleActions, whyNotEnacted } from '../../src/seat/read-table.ts';
import { BrokenError } from '../../src/session/play/unplayable-error.ts';
import { Kernel } from '../../src/kernel/kernel.ts';
import { callsOf } from '../../src/sandbox/guest/calls.ts';
import { classifyError } from '../../src/sandbox/fault.ts';
import { SandboxError, SandboxLostError } from '../../src/sandbox/host.ts';
import { KernelMachine } from '../../src/scenario/on-kernel/fixtures/kernel-machine.ts';
import { readGame } from '../../src/store/read-game.ts';
import { beginWith, pipsOf, type GameWith } from './begin-with.ts';
import { FaultyMachines, type Fault } from './faulty-machine.ts';

const ERRORS: Readonly<Record<ReturnType<typeof classifyError>, readonly (() => Error)[]>> = {
  rules: [() => new SandboxError('guest-fails', 'the clause fails')],
  bounds: [
    () => new SandboxError('too-many-steps', 'it took too many steps'),
    () => new SandboxLostError('too-much-memory', 'it wanted more memory than there is'),
    () => SandboxLostError.late('take'),
  ],
  engine: [
    () => new TypeError("Cannot read properties of undefined (reading 'title')"),
    () => new RangeError('Maximum call stack size exceeded'),
    () => SandboxLostError.broken('take: it broke'),
    () => new BrokenError('a line is out of place'),
  ],
  surroundings: [
    () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    () => Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }),
    () => Object.assign(new Error('a worker could not begin'), { code: 'ERR_WORKER_INIT_FAILED' }),
    () => new RangeError('WebAssembly.Memory(): could not allocate memory'),
  ],
};

/** From the code, so that a new entrance is tried by itself. */
const CALLS = [
  ...Object.keys(callsOf(new Kernel({ clauseOf: () => null }))),
  'beginLoading',
  'sealLoaded',
  'abandonLoading',
  'link',
];
const MEMBERS = Object.getOwnPropertyNames(KernelMachine.prototype).filter(
  (name) => !['constructor', 'dispose', 'ask'].includes(name),
);
const ENTRANCES = [...new Set([...CALLS, ...MEMBERS])];

/** Entrances that no tick uses: they are for rehearsals of other kinds, scenarios and the site. */
const BY_NO_TICK: ReadonlySet<string> = new Set(
  'abandonLoading begin explain explainInput layOn memoryBytes refusalsOf rewind hold set takeEach image serve why undo settle clear'.split(
    ' ',
  ),
);

/** A few each time; all with `GITNOMIC_FAULTS=all`, which is part of the long suite. */
const all = process.env['GITNOMIC_FAULTS'] === 'all';
const CASES = ENTRANCES.flatMap((entrance, at) =>
  (['after the bomb', 'the rehearsal'] as const).flatMap((where, place) =>
    Object.entries(ERRORS).flatMap(([kind, errors], number) =>
      errors
        .map((make, which) => ({ entrance, where, kind, error: make(), which }))
        .filter(({ which }) => all || (which === at % errors.length && (at + place) % 4 === number))
        .filter(() => all || !BY_NO_TICK.has(entrance)),
    ),
  ),
);

/** Says that there is to be a night, votes for it, and acts before and after what goes wrong. */
async function say(game: GameWith): Promise<string> {
  const night = {
    'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n',
    'content/ruleset/dynastic/night.ts':
      "import { boolean, rule } from 'gitnomic/rules';\nexport default rule(() => ({ game: { dark: boolean({ start: true }) } }));\n",
  };
  const post = await game.table.open(eli, {
    kind: 'proposal',
    title: 'Night',
    text: '',
    head: await game.branch(night),
  });
  for (const voter of [ana, bo, cy, dee]) await game.table.comment(voter, post, ':for:');
  for (const line of ['/act take-pip', '/act bomb', '/act take-crate'])
    await game.table.comment(bo, game.thread, line);
  const lost = await game.table.open(dee, { kind: 'cfj', title: 'Lost', text: '' });
  for (const voter of [ana, bo, cy, eli]) await game.table.comment(voter, lost, ':against:');
  game.later(49);
  await game.table.open(dee, { kind: 'cfj', title: 'Open', text: '' });
  return post;
}

const BOMB = "{ actions: { bomb: action({ effect({ actor }) { actor.gain('pips', 100); } }) } }";
const used = new Set<string>();
/** Where errors were thrown, so that this test would not notice in vain that nothing bad came of them. */
const struck = new Set<string>();

test.each(CASES)('$kind at $entrance in $where: $error', async ({ entrance, where, kind, error }) => {
  const machines = new FaultyMachines();
  const game = await beginWith(BOMB, { runner: machines.runner });
  const [post, before, tip] = [await say(game), await pipsOf(game), await game.mainTip()];
  machines.fault = { where, entrance, error } satisfies Fault;
  const report = await game.tick().catch((thrown: unknown) => thrown);
  machines.fault = null;
  for (const one of machines.used) used.add(one);
  if (machines.thrown > 0) struck.add(`${entrance} in ${where}`);
  expect(classifyError(error)).toBe(kind);
  if (kind === 'surroundings' && machines.thrown > 0) {
    // Nothing was decided, and nobody refused.
    expect(report).toBe(error);
    expect(await game.mainTip()).toBe(tip);
  } else expect(report).not.toBeInstanceOf(Error);
  await game.tick();
  const { ledger, state } = readGame(await game.content());
  const stopped = ledger.filter((line) => line.stopped !== undefined);
  // A matter fails with the reason if its rules can't be put in force, or if their rehearsal uses up its bounds again and again.
  const isMatters =
    (entrance === 'link' && where === 'after the bomb' && /^(?:rules|bounds)$/u.test(kind)) ||
    (error instanceof SandboxLostError && where === 'the rehearsal' && kind === 'bounds');
  for (const line of isMatters ? [] : stopped)
    expect(line).toMatchObject({ fault: kind, refused: expect.any(String) as string });
  const isBombDone = ledger.some(({ what, refused }) => what === 'bomb' && refused === undefined);
  // Each step was done once, or refused once; what came after it was done in any case.
  expect((await pipsOf(game)) - before).toBe(isBombDone ? 106 : 6);
  expect(isBombDone).toBe(
    !stopped.some(({ stopped: key, what }) => what === 'bomb' || key?.startsWith('event ')),
  );
  const { status, omitted = [] } = state?.posts[post] ?? {};
  expect(status).toMatch(isMatters ? /^(?:enacted|failed)$/u : 'enacted');
  if (status === 'failed') expect(omitted).toMatchObject([{ change: 'everything', reason: error.message }]);
  await game.table.comment(bo, game.thread, 'And on it goes.');
  await game.tick();
});

const OPENED = Object.entries(ERRORS).flatMap(([kind, errors]) =>
  ['link', 'load', 'beginLoading'].flatMap((entrance, at) =>
    errors
      .map((make, which) => ({ kind, entrance, error: make(), isLater: which !== at % errors.length }))
      .filter(({ isLater }) => all || !isLater),
  ),
);

test.each(OPENED)(
  '$kind at $entrance while the game is opened: $error',
  async ({ kind, entrance, error }) => {
    const machines = new FaultyMachines();
    const game = await beginWith(BOMB, { runner: machines.runner });
    const before = await pipsOf(game);
    await game.table.comment(bo, game.thread, '/act bomb');
    const tip = await game.mainTip();
    const throwAt = (times: number): void => {
      machines.thrown = 0;
      machines.fault = { where: 'anywhere', entrance, error, times };
    };
    // It fails however often it is tried: nothing is decided, and nobody refused.
    throwAt(Infinity);
    await expect(game.tick()).rejects.toBeInstanceOf(Error);
    expect(machines.thrown).toBeGreaterThan(0);
    expect(await game.mainTip()).toBe(tip);
    // Once: a look and a tick go on in a fresh sandbox, unless the machine is to blame.
    const situation = async () => {
      const observed = await observe(game.forge, tip, game.now);
      return { ...(await situationAt({ forge: game.forge, now: game.now, caches }, tip, observed)), runner };
    };
    const { runner } = machines;
    throwAt(1);
    const look = openPosition(await situation());
    if (kind === 'surroundings') await expect(look).rejects.toBe(error);
    else expect((await look).open.play.state().players['bo']?.['pips']).toBe(before + 100);
    throwAt(1);
    const tick = game.tick();
    if (kind === 'surroundings') await expect(tick).rejects.toBe(error);
    else await tick;
    machines.fault = null;
    await game.tick();
    expect(await pipsOf(game)).toBe(before + 100);
    expect(readGame(await game.content()).ledger.map(({ what, refused }) => [what, refused])).toEqual([
      ['bomb', undefined],
    ]);
  },
);

const SHOWN = Object.entries(ERRORS).flatMap(([kind, errors]) =>
  ['query', 'why', 'state', 'refusalsOf'].flatMap((entrance) =>
    errors.map((make) => ({ kind, entrance, error: make() })),
  ),
);

test.each(SHOWN)('$kind at $entrance while something is shown: $error', async ({ entrance, error }) => {
  const machines = new FaultyMachines();
  const game = await beginWith(BOMB, { runner: machines.runner });
  const post = await game.table.open(dee, { kind: 'cfj', title: 'Shown', text: '' });
  await game.tick();
  const tip = await game.mainTip();
  const observed = await observe(game.forge, tip, game.now);
  const options = { forge: game.forge, now: game.now, caches: new Caches() };
  const { runner } = machines;
  const look = async () => openPosition({ ...(await situationAt(options, tip, observed)), runner });
  const read = async (): Promise<unknown> => {
    const position = await look();
    const shown = [
      readStatus(position, game.now),
      whyNotEnacted(position, game.now, position.posts.idOf(post)),
    ];
    return [...shown, possibleActions(position, game.now, bo)];
  };
  const whole = await read();
  machines.fault = { where: 'anywhere', entrance, error };
  const broken = await read().catch((thrown: unknown) => thrown);
  expect(machines.thrown).toBeGreaterThan(0);
  // What the rules can't answer is left out; any other error is the one that was thrown, and nothing is blamed on a rule.
  if (broken instanceof Error) expect(broken).toBe(error);
  else expect(error instanceof SandboxLostError || error instanceof SandboxError).toBe(true);
  expect(await game.mainTip()).toBe(tip);
  machines.fault = null;
  options.caches = new Caches();
  expect(await read()).toEqual(whole);
});

test('a tick uses every entrance, and errors were thrown at each place that matters', () => {
  expect(ENTRANCES.filter((one) => !used.has(one) && !BY_NO_TICK.has(one))).toEqual([]);
  const usual = ['beginEnactment', 'finishEnactment', 'link', 'query', 'take'];
  const where = [
    ...usual.map((one) => `${one} in the rehearsal`),
    ...usual.map((one) => `${one} in after the bomb`),
  ];
  expect([...struck]).toEqual(expect.arrayContaining([...where, 'state in after the bomb']));
});
