import type { LinesByRoom } from './count-lines.ts';

/**
 * The maximum lines of each room and of all together, and the maximum words of the documentation. `add-ons`
 * are counted apart from `src`.
 */
export interface Budgets {
  readonly rooms: Readonly<Record<string, number>>;
  readonly src: number;
  readonly 'add-ons': number;
  readonly words: number;
}

/** One sentence for each exceeded budget, with how to get back within it. */
export function findOverruns(lines: LinesByRoom, budgets: Budgets): readonly string[] {
  const overruns: string[] = [];
  for (const [room, count] of lines) {
    const budget = budgets.rooms[room];
    if (budget === undefined)
      overruns.push(
        `src/${room} has no budget. Give it one in scripts/budgets/budgets.json, taken from other rooms.`,
      );
    else if (count > budget)
      overruns.push(
        `src/${room} has ${count} lines and a budget of ${budget}. Take ${count - budget} lines away, or lower another room's budget by as many and raise this one.`,
      );
  }
  for (const room of Object.keys(budgets.rooms))
    if (!lines.has(room))
      overruns.push(`src/${room} is gone, but scripts/budgets/budgets.json still has it.`);
  return [...overruns, ...findOversizedTotals(budgets)];
}

/** The words of all pages together against their budget, which may only fall. */
export function findWordiness(words: ReadonlyMap<string, number>, budget: number): readonly string[] {
  const sum = sumOf(words.values());
  return sum <= budget
    ? []
    : [
        `The documentation has ${sum} words written by hand and a budget of ${budget}. Take ${sum - budget} words away.`,
      ];
}

function sumOf(numbers: Iterable<number>): number {
  return [...numbers].reduce((sum, number) => sum + number, 0);
}

/** Budgets may be moved between rooms, but their sum may not grow. */
function findOversizedTotals({ rooms, ...most }: Budgets): readonly string[] {
  const sumOfRooms = (isAddOn: boolean): number =>
    sumOf(
      Object.entries(rooms)
        .filter(([room]) => room.startsWith('addons') === isAddOn)
        .map(([, budget]) => budget),
    );
  return [
    { name: 'src', sum: sumOfRooms(false), budget: most.src },
    { name: 'add-ons', sum: sumOfRooms(true), budget: most['add-ons'] },
  ]
    .filter(({ sum, budget }) => sum > budget)
    .map(
      ({ name, sum, budget }) =>
        `The budgets of ${name} add up to ${sum} lines, but may not exceed ${budget}.`,
    );
}

/** Returns the budgets lowered to the present size of rooms and pages. Overruns are not granted. */
export function lowerBudgets(
  lines: LinesByRoom,
  words: ReadonlyMap<string, number>,
  budgets: Budgets,
): Budgets {
  const rooms = Object.fromEntries(
    Object.entries(budgets.rooms)
      .filter(([room]) => lines.has(room))
      .map(([room, budget]) => [room, Math.min(budget, lines.get(room) ?? 0)]),
  );
  return { ...budgets, rooms, words: Math.min(budgets.words, sumOf(words.values())) };
}
