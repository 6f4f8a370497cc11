// Every built-in function that is left to clauses is listed, and comes back whatever it is called with, or is refused by steps.
import { beforeAll, describe, expect, test } from 'vitest';

import { SandboxError, SandboxLostError, type SandboxHost } from '../../src/sandbox/host.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { BOUNDED, CHARGED, CLAUSE, OF_ALL, OF_NOTHING, SELVES } from './built-ins.ts';
import { manifestOf } from '../../src/kernel/fixtures/kernel-with.ts';

const AT = '2021-06-18T09:00:00Z';
const HOST: SandboxHost = { draw: () => 1, ledger: { length: 0, at: () => null } };
/** The clock must not be needed: only a call that never stops to be counted takes so long. */
const LIMITS = { polls: 60, memoryBytes: 24 * 1024 * 1024, stackBytes: 96 * 1024, patienceMs: 20_000 };

/** Whatever becomes of a call: not the clock, and no fault of the engine. */
const ENDINGS = ['came back', 'too-many-steps', 'too-much-memory', 'too-deep'];

const namesIn = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The language's own functions that are no methods, such as `Math.max`, never look at what they are called on, but for `Array.of`. */
function needsNoSelf(name: string): boolean {
  return namesIn(BOUNDED).includes(name) && !/\bprototype\b/u.test(name) && name !== 'Array.of';
}

let sandbox: Sandbox;

async function open(): Promise<Sandbox> {
  const opened = await Sandbox.create(HOST, LIMITS);
  const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
  expect(opened.link(manifest, { files: new Map([['core/trial.ts', CLAUSE]]), version: '1' })).toEqual([]);
  opened.load(null);
  return opened;
}

function take(action: string, words: object): string {
  try {
    const input = { type: 'act', at: AT, by: 'ana', action, with: { ...words } } as const;
    const result = sandbox.take(input);
    return result.ok ? 'came back' : result.refusal.code;
  } catch (error) {
    if (error instanceof SandboxError || error instanceof SandboxLostError) return error.code;
    throw error;
  }
}

async function call(name: string, self: number): Promise<string> {
  const came = take('call', { name, self });
  if (sandbox.dead) {
    sandbox.dispose();
    sandbox = await open();
  }
  return came;
}

beforeAll(async () => {
  sandbox = await open();
});

test('every built-in that clauses can reach is listed', () => {
  expect(take('list', {})).toBe('came back');
  const found = sandbox.query(AT, [['game', 'found']])[0]?.value as readonly string[];
  expect(found.toSorted()).toEqual([...namesIn(BOUNDED), ...namesIn(CHARGED)].toSorted());
});

describe('a built-in called with endless data, by itself or as often as asked, returns or is stopped', () => {
  test.each([...namesIn(CHARGED), ...namesIn(BOUNDED)])('%s', async (name) => {
    const came = [await call(name, needsNoSelf(name) ? OF_NOTHING : OF_ALL)];
    // All at once; where that is stopped, one after the other, so that none is left out.
    const left = came[0] === 'came back' ? SELVES - 1 : 0;
    for (let self = left; self < SELVES; self++) came.push(await call(name, self));
    expect(ENDINGS).toEqual(expect.arrayContaining(came));
  });
});
