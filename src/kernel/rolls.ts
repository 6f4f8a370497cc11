import { type Draw, countOf, type Count } from './chance.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import { plain } from './values.ts';
import { acts } from './memo.ts';

/** Chance as clauses use it. If there is only one outcome nothing is drawn, and if there is none nothing is returned. */
export function rollsFor(runtime: Runtime) {
  const note = (draw: Draw): void => void runtime.frame.draws.push(draw);
  const roll = (size: Count, names: readonly unknown[] = []): Count => {
    mayDraw(runtime);
    // The roll is on record already.
    const stands = runtime.frame.binding.shift();
    if (stands?.size === size) return stands.result as Count;
    const result = runtime.chance.dice(size, names);
    note({ kind: 'dice', size, result });
    return result;
  };
  const secretly = <T>(options: readonly T[], name: (option: T) => unknown): T => {
    mayDraw(runtime);
    const names = options.map((option) => plain(name(option)));
    const place = runtime.chance.secret(names, options.map(labelOf));
    runtime.frame.sawPrivate = true;
    note({ kind: 'secret', size: options.length, result: names[place] });
    return options[place] as T;
  };
  const pickSecretly = <T>(options: Iterable<T>, name: (option: T) => unknown = nameOf): T | undefined => {
    const list = [...options];
    return list.length < 2 ? list[0] : secretly(list, name);
  };
  function dice(sides: number): number;
  function dice(sides: bigint): bigint;
  function dice(sides: number | bigint): number | bigint {
    if (typeof sides === 'bigint') return sides <= 0n ? 0n : BigInt(roll(countOf(bounded(sides))));
    return sides <= 0 ? 0 : Number(roll(whole(sides)));
  }
  const pick = <T>(options: Iterable<T>): T | undefined => {
    const list = [...options];
    return list.length < 2
      ? list[0]
      : list[
          Number(
            roll(
              list.length,
              list.map((option) => plain(nameOf(option))),
            ),
          ) - 1
        ];
  };
  return {
    dice,
    pick,
    shuffle: <T>(options: Iterable<T>): T[] => inOrder([...options], pick),
    secret: {
      number: (size: number): number =>
        size <= 0 ? 0 : size === 1 ? 1 : secretNumber(runtime, whole(size), note),
      yes: (): boolean => secretly([true, false], (option) => option),
      pick: pickSecretly,
      shuffle: <T>(options: Iterable<T>, name?: (option: T) => unknown): T[] =>
        inOrder([...options], (list) => pickSecretly(list, name)),
    },
  };
}

/** Numbers are drawn by size alone, because a list of a million options would be a waste. */
function secretNumber(runtime: Runtime, size: number, note: (draw: Draw) => void): number {
  mayDraw(runtime);
  runtime.frame.sawPrivate = true;
  const result =
    runtime.chance.secret(
      size <= 10_000 ? Array.from({ length: size }, (_, i) => i + 1) : tooMany(size),
      [],
    ) + 1;
  note({ kind: 'secret', size, result });
  return result;
}

function tooMany(size: number): never {
  throw new Refusal(`a secret number from 1 to ${size} has too many outcomes; at most 10,000 are allowed`, {
    code: 'too-many',
  });
}

function inOrder<T>(list: T[], next: (list: T[]) => T | undefined): T[] {
  const result: T[] = [];
  while (list.length > 0) {
    const chosen = next(list) as T;
    result.push(chosen);
    list.splice(list.indexOf(chosen), 1);
  }
  return result;
}

/** The limit for draws, because their proofs have only so many bits. */
function bounded(size: bigint): bigint {
  if (size > 2n ** 256n) throw new Refusal('a die can’t have more than 2^256 sides', { code: 'bad-die' });
  return size;
}

function whole(size: number): number {
  if (!Number.isSafeInteger(size))
    throw new Refusal(`a die needs a whole number of sides, not ${size}`, { code: 'bad-die' });
  return size;
}

/** A roll during a question would reveal the result of the real one. */
function mayDraw(runtime: Runtime): void {
  acts(runtime);
  if (runtime.frame.isTrial)
    throw new Refusal('nothing prevents it so far; the rest depends on chance', { code: 'chance' });
  if (runtime.frame.reading > 0)
    throw new Refusal("a view can only read: it can't roll dice", { code: 'view-rolls' });
  if (runtime.frame.draws.length >= MOST_DRAWS)
    throw new Refusal(`nothing can roll more than ${MOST_DRAWS} dice at once`, { code: 'too-many' });
}

/** Each is drawn outside the sandbox, whose time doesn't count that. */
const MOST_DRAWS = 2000;

function labelOf(option: unknown): unknown {
  return typeof option === 'object' && option !== null && 'label' in option ? option.label : null;
}

function nameOf(option: unknown): unknown {
  return typeof option === 'object' && option !== null && 'id' in option ? option.id : option;
}
