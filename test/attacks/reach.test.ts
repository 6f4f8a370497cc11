// Clauses go through everything that they can reach, in each kind of callback, and try to leave something for a later call.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

import { describe, expect, test, vi } from 'vitest';

import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { playTwice } from './reach/play.ts';

/** How many different callbacks there are at least, in each of the two years. */
const KINDS = 40;
/** How many objects each of them finds at least. */
const OBJECTS = 100;

describe('nothing that a clause leaves anywhere survives into a later call', () => {
  test.each([
    ['while the game is played', false],
    ['while its rule is defined', true],
  ])('%s', async (_, whileDefining) => {
    const { texts, refused } = await playTwice(Sandbox, { whileDefining });
    // A mark on what a clause then hands to the engine is no value of the game.
    expect(refused.filter((reason) => !reason.includes('“left behind”'))).toEqual([]);
    expect(texts.filter((text) => /^(found|unnamed) /.test(text))).toEqual([]);
    const looks = texts.flatMap((text) => /^saw (\d+) \d+ looks in /.exec(text)?.[1] ?? []);
    expect(looks.length).toBeGreaterThanOrEqual(KINDS);
    expect(Math.min(...looks.map(Number))).toBeGreaterThan(OBJECTS);
  });
});

/** Each takes away one thing that keeps clauses from leaving something, and says where that is then found. */
const PLANTED: readonly (readonly [string, string, string, RegExp])[] = [
  ['sandbox/guest/harden.ts', 'shut({ ...clauseApi });', '', /more\d+\.(action|rule)(\.prototype)?$/],
  ['sandbox/guest/harden.ts', 'Object.freeze(accessors.get);', '', /:get$/],
  ['sandbox/guest/harden.ts', 'Object.freeze(accessors.set);', '', /:set$/],
  ['kernel/refusal.ts', 'freezeWhole(Refusal);', '', /thrown\d+\^$/],
  ['kernel/values.ts', 'freezeWhole(IllegalValue);', '', /thrown\d+\^|\^$/],
  ['kernel/submissions.ts', 'freezeWhole(OpenedSubmission);', '', /\^$/],
  ['kernel/entities.ts', 'after: deepFreeze(stored)', 'after: stored', /game\.found/],
  ['kernel/entities.ts', 'freezeWhole(prototype);', 'Object.freeze(prototype);', /:(get|set)$/],
  ['sandbox/guest/harden.ts', '...roots', '...roots.slice(0, -2)', /made\d+\^$/],
];

/** One each time; all with `GITNOMIC_FAULTS=all`, which is part of the long suite. */
const chosen = process.env['GITNOMIC_FAULTS'] === 'all' ? PLANTED : PLANTED.slice(0, 1);

describe('the walk finds what would survive if nothing stopped clauses', () => {
  test.each(chosen)('%s without %s', async (file, without, instead, where) => {
    const path = new URL(`../../src/${file}`, import.meta.url);
    const source = stripTypeScriptTypes(readFileSync(path, 'utf8'));
    expect(source).toContain(without);
    vi.resetModules();
    const { Sandbox: Spoilt } = await import('../../src/sandbox/sandbox.ts');
    const { SandboxCaches: Caches } = await import('../../src/sandbox/sandbox-caches.ts');
    // With nothing kept from before, and nothing left for others.
    const caches = new Caches(null);
    const { engine } = caches.sources;
    caches.sources.engine = (path) =>
      path === file ? source.replace(without, instead) : engine.call(caches.sources, path);
    const { texts } = await playTwice(Spoilt, { caches, onlyActs: !without.startsWith('after') });
    const found = texts.filter((text) => text.startsWith('found '));
    expect(found.filter((text) => where.test(text))).not.toEqual([]);
  });
});
