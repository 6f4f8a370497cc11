import { hoursBetween, type Game, type Things } from 'gitnomic/rules';
import type { Fight, Force, Fought, Submitted } from './forces.ts';
import { type Elements, readList } from './lists.ts';
import { ask, ownersOf, sum } from './owners.ts';
import './questions.ts';

type Duel = Things['duels'];

/** By what somebody's plan is judged, as it stood when they sealed it. */
export interface Snapshot extends Submitted {
  readonly by: string;
}

interface Plan {
  readonly elements: Elements;
  readonly underling: string | null;
}

/** Whether the time for plans is out. */
export function passed(game: Game, { begun, hours }: Duel): boolean {
  return begun !== null && hoursBetween(begun, game.now) >= Number(hours);
}

/** Each duelist's latest valid plan, up to the moment at which both had one. */
function plansOf(game: Game, duel: Duel): Map<string, Plan> {
  const plans = new Map<string, Plan>();
  const snapshots = duel.plans as readonly Snapshot[];
  for (const [at, submission] of game.submissions('duel-plan', { duel }).entries()) {
    const snapshot = snapshots[at];
    if (snapshot === undefined || submission.values === null) continue;
    const read = readList(submission.values['plan'], snapshot.means);
    if (!('elements' in read)) continue;
    plans.set(snapshot.by, { elements: read.elements, underling: snapshot.underling });
    if (plans.size === 2) break;
  }
  return plans;
}

function forceOf(game: Game, id: string, plans: ReadonlyMap<string, Plan>): Force {
  const { elements, underling } = plans.get(id) ?? { elements: [], underling: null };
  const owner = ownersOf(game).find((one) => one.id === id) ?? game.people.get(id);
  return { commander: id, owner, elements, underling };
}

function battle(game: Game, duel: Duel, plans: ReadonlyMap<string, Plan>): string {
  const [first, second] = [forceOf(game, duel.challenger, plans), forceOf(game, duel.opponent ?? '', plans)];
  const fight: Fight = { id: duel.id, battlefield: duel.battlefield, first, second };
  const fought = ask(game, 'fight', fight, null) ?? game.refuse('no rule says how battles are fought');
  const isFirst = fought.triumphant === first.commander;
  const beaten = isFirst ? fought.secondStrengths : fought.firstStrengths;
  const amount = Math.ceil(sum(beaten) / beaten.length);
  const owner = ownersOf(game).find(({ id }) => id === fought.triumphant) ?? null;
  const received = owner === null ? 0 : ask(game, 'receive-favor', { owner, amount }, 0);
  settle(game, duel, fought.triumphant, received);
  return report(fight, fought, received);
}

function settle(game: Game, duel: Duel, triumphant: string, gain = 0): void {
  duel.set({ status: 'settled', triumphant, gain });
  game.emit('duel-settled', { duel });
}

function report({ first, second }: Fight, fought: Fought, received: number): string {
  const { firstReport, secondReport, wins, roll, triumphant } = fought;
  const slots = firstReport.map((told, at) => `${at + 1}. ${told} against ${secondReport[at]}`);
  const tie = roll === null ? '' : `, of which one was awarded by a DICE2 that showed ${roll}`;
  const [one, other] = [first, second].map(({ owner, commander }) => owner?.label ?? commander);
  return [
    ...slots,
    `${one} has ${wins[0]} wins and ${other} ${wins[1]}${tie}. The Triumphant is ${triumphant === first.commander ? one : other}, who receives ${received} favor.`,
  ].join('\n');
}

/** Opens the plans and settles the duel, or refuses where that can't be yet; tells what came of it. */
export function judge(game: Game, duel: Duel): string {
  const plans = plansOf(game, duel);
  if (plans.size === 2) return battle(game, duel, plans);
  if (!passed(game, duel))
    game.refuse('not both duelists have sent a valid plan, and the time for plans is not out');
  const alone = [...plans.keys()][0];
  const triumphant = alone ?? (game.dice(2) === 1 ? duel.challenger : (duel.opponent ?? duel.challenger));
  settle(game, duel, triumphant);
  return `The time for plans is out. ${alone === undefined ? 'Nobody sent a valid one, and a die decides' : 'One valid plan was sent'}: the Triumphant is ${triumphant}.`;
}
