import { hoursBetween, type Game, type Player, type Things } from 'gitnomic/rules';
import { actingFor, ask, type Owner, ownerCalled, ownersOf } from './owners.ts';
import './questions.ts';

type Duel = Things['duels'];

/** Who may announce a duel, and who takes part in it. The words and hours are those of the rule's text. */
export function duelling(game: Game) {
  const { refuse, words } = game;

  /** The emperor as such may judge; for anything else they act for somebody. */
  function judging(actor: Player, as: string | null): { readonly id: string } {
    return as === null && game.dynasty.emperor?.is(actor) ? actor : actingFor(game, actor, as);
  }

  function judgeCalled(name: string): string {
    const emperor = game.dynasty.emperor;
    return emperor &&
      [emperor.id, emperor.label].some((word) => word.toLowerCase() === name.trim().toLowerCase())
      ? emperor.id
      : ownerCalled(game, name).id;
  }

  function checkAnnouncement(
    challenger: Owner,
    {
      title,
      battlefield,
      opponents,
    }: { title: string; battlefield: { id: string }; opponents: readonly string[] | null },
  ): void {
    if (!title.toLowerCase().includes(words('duel-word').toLowerCase()))
      refuse('title', `the title of a duel contains the word ${words('duel-word')}`);
    const recent = game.duels.find(
      (duel) =>
        duel.challenger === challenger.id &&
        duel.announced !== null &&
        hoursBetween(duel.announced, game.now) <= game.hours('gap'),
    );
    if (recent) refuse(`${challenger.label} announced a duel in the previous ${game.words('gap')}`);
    if (game.battlefields.get(battlefield) === null) refuse('battlefield', 'there is no such battlefield');
    for (const name of opponents ?? [])
      ask(game, 'may-oppose', { owner: challenger, against: ownerCalled(game, name) }, null);
  }

  /** What the entry says, for people. */
  function announcement({
    challenger,
    battlefield,
    opponents,
    judges,
  }: {
    readonly challenger: Owner;
    readonly battlefield: string;
    readonly opponents: readonly string[] | null;
    readonly judges: readonly string[] | null;
  }): string {
    const called = (id: string): string =>
      ownersOf(game).find((one) => one.id === id)?.label ?? game.people.get(id)?.label ?? id;
    const whoever = (ids: readonly string[] | null): string =>
      ids?.map(called).join(', ') ?? 'whoever comes first';
    const field = game.battlefields.get(battlefield);
    return [
      `Challenger: ${challenger.label}. Opponent: ${whoever(opponents)}. Judge: ${whoever(judges)}.`,
      `Battlefield: ${field?.name ?? battlefield} (${field?.effects.join(', ') ?? ''}).`,
    ].join('\n\n');
  }

  /** Takes a place in a duel: whoever is valid and first. */
  function checkPlace(duel: Duel, id: string, place: 'opponent' | 'judge'): void {
    const valid = place === 'opponent' ? duel.opponents : duel.judges;
    if (valid !== null && !valid.includes(id)) refuse(`${id} is no valid ${place} of ${duel.title}`);
    if (duel[place] !== null) refuse(`${duel.title} already has its ${place}`);
    const others = [duel.challenger, place === 'opponent' ? duel.judge : duel.opponent];
    if (others.includes(id)) refuse('challenger, opponent and judge must all be different');
  }

  function takePlace(duel: Duel, id: string, place: 'opponent' | 'judge'): void {
    duel.set({ [place]: id });
    if (duel.opponent !== null && duel.judge !== null) duel.set({ begun: game.now, status: 'begun' });
  }

  return { judging, judgeCalled, checkAnnouncement, announcement, checkPlace, takePlace };
}
