import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

import * as vitest from 'vitest';

import type { RunnerParts } from './protocol.ts';

// In place of `vitest` where tests are loaded once and called one by one: Vitest's own runner collects them, and its own `expect` judges.
// It exports no more than works without a run of Vitest around it: a test that imports anything else is not loaded, which is said.
// Vitest brings its runner inside itself, where nothing else can drive it; this is the same one as a package.
const place = join(import.meta.dirname, 'node_modules/@vitest/runner/dist/index.js');
const parts = (await import(pathToFileURL(place).href)) as RunnerParts;

export const { describe, suite, test, it, beforeAll, beforeEach, afterAll, afterEach } = parts;
export const { expect, vi, assert, chai, expectTypeOf, assertType } = vitest;
