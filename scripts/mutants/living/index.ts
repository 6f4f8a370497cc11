import { IN_SESSION } from './session.ts';
import { IN_GITHUB } from './github.ts';
import { IN_KERNEL } from './kernel.ts';
import { IN_MERGE } from './merge.ts';
import { IN_SEAT } from './seat.ts';
import type { LivingIn } from './reasons.ts';

/** The mutants that live, with the reasons why no test should notice them. */
export const LIVING: LivingIn = { ...IN_KERNEL, ...IN_MERGE, ...IN_SESSION, ...IN_GITHUB, ...IN_SEAT };
