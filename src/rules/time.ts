// What clauses may use of the kernel's reckoning of time. Bound when the engine is loaded into the sandbox.
export { dayOf, hoursAfter, hoursBetween, monthsAfter, weekOf } from '../kernel/time.ts';
