import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLibrary } from '../../store/library.ts';
import { Failure, type Fault } from '../command.ts';
import { takePack } from './take-pack.ts';

const library = readLibrary();
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pack-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Writes a copy of a library pack under another name, like one that somebody else made. */
function put(place: string, changes: Readonly<Record<string, (text: string) => string>> = {}): void {
  for (const [path, text] of library) {
    if (!path.startsWith('proving/')) continue;
    const below = path.slice('proving/'.length);
    const to = join(folder, place, below);
    mkdirSync(dirname(to), { recursive: true });
    const own = text.replace('name: proving', 'name: shared').replace('dynasty: proving', 'dynasty: shared');
    writeFileSync(to, changes[below]?.(own) ?? own);
  }
}

async function faultsOf(from: string, dynasty = 'shared'): Promise<readonly Fault[]> {
  try {
    await takePack(library, folder, { from, dynasty });
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.problems;
  }
}

test('takes a pack from a folder that contains it, or from a package that is one', async () => {
  put('dynasties/shared');
  put('node_modules/shared-dynasty');
  for (const from of ['dynasties', 'shared-dynasty']) {
    const taken = await takePack(library, folder, { from, dynasty: 'shared' });
    expect([...taken.keys()]).toContain('shared/dynastic/proving-ground.ts');
  }
});

test('takes nothing if its types, its rules or its scenarios are wrong', async () => {
  const clause = 'dynastic/proving-ground.ts';
  put('types', { [clause]: (text) => `${text}const count: number = 'none';\nvoid count;\n` });
  put('rules', { 'dynastic/proving-ground.md': (text) => text.replace('](#value:pip)', '](#value:pep)') });
  put('scenarios', { 'scenarios/actions.yml': (text) => text.replace('pips: 4', 'pips: 400') });
  expect(await faultsOf('types')).toContainEqual(expect.objectContaining({ code: 'clause-types' }));
  expect(await faultsOf('rules')).not.toEqual([]);
  expect(await faultsOf('scenarios')).toContainEqual(
    expect.objectContaining({ code: 'scenario-failed', where: 'shared/scenarios/actions.yml, step 1' }),
  );
});

test('reports what doesn’t exist, isn’t such a pack or has a name of the library', async () => {
  put('dynasties/shared');
  expect((await faultsOf('nowhere')).map(({ code }) => code)).toEqual(['no-library']);
  expect((await faultsOf('dynasties', 'other')).map(({ code }) => code)).toEqual(['no-such-pack']);
  expect((await faultsOf('dynasties', 'proving')).map(({ code }) => code)).toEqual(['pack-name-taken']);
});
