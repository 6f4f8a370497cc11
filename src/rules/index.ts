/**
 * What a clause may import: `import { daily, integer, rule } from 'gitnomic/rules'`. Everything else reaches a clause
 * through what `rule` hands it.
 */
export { action, daily, dailyCommunal, weekly, weeklyCommunal } from './actions.ts';
export { derive } from './derive.ts';
export { rule } from './rule.ts';
export { dayOf, hoursAfter, hoursBetween, monthsAfter, weekOf } from './time.ts';
export { boolean, choice, data, integer, list, map, optional, player, post, record, text, thing, time } from './types.ts';
export type { Type, Value } from './types.ts';
export type {
  Change,
  Comment,
  DynastyVariables,
  EmperorVariables,
  Game,
  GameVariables,
  Hooks,
  Events,
  Matter,
  Person,
  Player,
  PlayerVariables,
  Post,
  PostVariables,
  RuleFacts,
  Set,
  Submission,
  Thing,
  Things,
  Views,
  Vote,
} from './world.ts';
