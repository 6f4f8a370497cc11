import { IN_DECIDE } from './living/decide.ts';
import { IN_GITHUB } from './living/github.ts';
import { IN_KERNEL } from './living/kernel.ts';
import { IN_MERGE } from './living/merge.ts';
import type { LivingIn } from './living/reasons.ts';

/** The mutants that live, with the reasons why no test should notice them. */
export const LIVING: LivingIn = { ...IN_KERNEL, ...IN_MERGE, ...IN_DECIDE, ...IN_GITHUB };
