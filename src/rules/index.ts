/**
 * The names that a clause may import: `import { daily, integer, rule } from 'gitnomic/rules'`. A clause gets everything else from what
 * `rule` passes to it.
 */
import * as rowWords from './rows/index.ts';

/** For the clauses that tables are compiled to. The sandbox can't freeze a module itself, so it is an object. */
export const rows = { ...rowWords };
export { action, daily, dailyCommunal, weekly, weeklyCommunal } from './actions.ts';
export { derive } from './derive.ts';
export { rule } from './rule.ts';
export { takeTurns } from './turns.ts';
export { isReplaced } from './rows/settle.ts';
export { dayOf, everyDay, everyWeek, hoursAfter, hoursBetween, monthsAfter, weekOf } from '../kernel/time.ts';
export {
  boolean,
  choice,
  data,
  integer,
  list,
  map,
  optional,
  picture,
  player,
  post,
  record,
  text,
  thing,
  time,
} from './types.ts';
// Exported by star, so that the declarations of rules merge with these.
export type * from './defined.ts';
export type * from './game.ts';
export type { NameIn, NumberIn } from './names.ts';
export type * from './questions.ts';
export type * from './world.ts';
export type { RuleDefinition } from './rule.ts';
export type { Type, Value } from './types.ts';
