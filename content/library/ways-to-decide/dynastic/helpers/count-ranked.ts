import { compare, minus, plus, shareOf, show, whole, type Fraction } from './fractions.ts';

interface Paper {
  readonly order: readonly string[];
  readonly weight: Fraction;
}

export interface Counted {
  readonly outcome: readonly string[];
  readonly told: readonly string[];
}

const NONE = whole(0);

/**
 * The single transferable vote with the quota of Droop: whoever has it is elected, their surplus goes on by the next preferences in
 * equal parts of every paper, and where nobody has it whoever has fewest is out. Of one seat that is instant run-off.
 */
export function countRanked(
  orders: readonly (readonly string[])[],
  options: readonly string[],
  seats: number,
): Counted {
  if (orders.length === 0) return { outcome: [], told: ['Nobody has answered, and nothing is decided.'] };
  const quota = whole(Math.floor(orders.length / (seats + 1)) + 1);
  const seated = seats === 1 ? 'one seat' : `${seats} seats`;
  const told: string[] = [`${orders.length} answers for ${seated}: ${show(quota)} are enough.`];
  const outcome: string[] = [];
  let papers: readonly Paper[] = orders.map((order) => ({ order, weight: whole(1) }));
  let running = options;
  for (let round = 1; running.length > 0 && outcome.length < seats; round++) {
    const votes = tally(papers, running);
    const of = (name: string): Fraction => votes.get(name) ?? NONE;
    const ranked = [...running].sort(
      (a, b) => compare(of(b), of(a)) || options.indexOf(a) - options.indexOf(b),
    );
    told.push(`Round ${round}: ${ranked.map((name) => `${name} ${show(of(name))}`).join(', ')}.`);
    if (running.length <= seats - outcome.length) {
      outcome.push(...ranked);
      const have = ranked.length === 1 ? 'has' : 'have';
      told.push(`No more are left than seats: ${ranked.join(' and ')} ${have} won.`);
      break;
    }
    const [first = ''] = ranked;
    const wins = compare(of(first), quota) >= 0;
    const name = wins ? first : (ranked.at(-1) ?? '');
    const passed = wins ? minus(of(first), quota) : of(name);
    if (wins) outcome.push(name);
    const equal = ranked.filter((one) => compare(of(one), of(name)) === 0);
    told.push(wins ? sayElected(name, passed) : sayOut(name, equal));
    papers = passOn(papers, running, name, passed, of(name));
    running = running.filter((one) => one !== name);
  }
  return { outcome, told };
}

function tally(papers: readonly Paper[], running: readonly string[]): Map<string, Fraction> {
  const votes = new Map<string, Fraction>();
  for (const { order, weight } of papers) {
    const name = order.find((one) => running.includes(one));
    if (name !== undefined) votes.set(name, plus(votes.get(name) ?? NONE, weight));
  }
  return votes;
}

/** Papers that stood for somebody go on with so much of their weight as is passed on. */
function passOn(
  papers: readonly Paper[],
  running: readonly string[],
  from: string,
  passed: Fraction,
  of: Fraction,
): readonly Paper[] {
  return papers.map(({ order, weight }) => {
    const stood = order.find((one) => running.includes(one)) === from;
    return { order, weight: stood ? shareOf(weight, passed, of) : weight };
  });
}

function sayElected(name: string, surplus: Fraction): string {
  return compare(surplus, NONE) > 0
    ? `${name} has won, and ${show(surplus)} go on to the next on those answers.`
    : `${name} has won.`;
}

function sayOut(name: string, equal: readonly string[]): string {
  const tie =
    equal.length > 1
      ? `${equal.join(' and ')} have fewest, and ${name} is listed last`
      : `${name} has fewest`;
  return `${tie}: ${name} is out, and those answers go on to the next on them.`;
}
