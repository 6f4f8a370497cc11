import type { Caches } from '../src/cache/caches.ts';
import { caches } from '../src/cache/fixtures/shared-caches.ts';
import { kernelCaches, onKernel } from '../src/scenario/on-kernel/fixtures/runner.ts';
import { HAS_TIME } from './slowly.ts';

/** Only a sandbox stops the clauses that a fuzz tries, and knows on which line a clause fails. */
export const IN_SANDBOX = HAS_TIME || process.env['GITNOMIC_FUZZ'] !== undefined;

/**
 * For tests of what rules do, and not of what runs them: among the slow tests a sandbox runs the rules, and in `npm test` this process
 * does, in a fifth of the time.
 */
export const quickCaches: Caches = IN_SANDBOX ? caches : kernelCaches;

/** The same for games that tick. */
export const quickly = IN_SANDBOX ? {} : { runner: onKernel, caches: kernelCaches };
