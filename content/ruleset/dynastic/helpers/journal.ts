import type { Game, Person, Things } from 'gitnomic/rules';

type Aspects = Readonly<Record<string, string>>;

/** What a run can change, as it stood at one moment: each thing by name, each of its aspects in words. */
export type Picture = ReadonlyMap<string, Aspects>;

/** `Cistern of Whispers (G4)`, and `G4` where it has no name. */
export const placed = ({ id, name }: Things['rooms']): string => (name === '' ? id : `${name} (${id})`);
export const yesNo = (is: boolean): string => (is ? 'yes' : 'no');
export const listed = (words: readonly string[]): string => words.join(', ') || 'none';
export const labels = (people: readonly Person[]): string => listed(people.map(({ label }) => label));

/** What there is to say of something; what no rule says of it is left out. */
export const said = ({ maybe }: Game, ways: Readonly<Record<string, () => string>>): Aspects =>
  Object.fromEntries(
    Object.entries(ways).flatMap(([aspect, say]) => {
      const words = maybe(say);
      return words === undefined ? [] : [[aspect, words]];
    }),
  );

/** Everybody, with what is said of each room. */
export function pictureWith(g: Game, say: (room: Things['rooms']) => Aspects): Map<string, Aspects> {
  const picture = new Map<string, Aspects>();
  for (const lord of g.players)
    picture.set(
      lord.label,
      said(g, {
        Puissance: () => String(lord.puissance),
        Influence: () => String(lord.influence),
        Allegiance: () => lord.allegiance?.label ?? 'none',
        Sepulchre: () => lord.sepulchre?.id ?? 'none',
      }),
    );
  for (const room of g.view('room-order')) picture.set(room.id, say(room));
  for (const one of g.denizens)
    picture.set(
      `Denizen ${one.label}`,
      said(g, { Location: () => one.location, Traits: () => listed(one.traits) }),
    );
  return picture;
}

/** `ana: Puissance 10 → 11; Influence 3 → 0`; what is there no longer is `gone`. */
export function changesSince(before: Picture, after: Picture): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const old = before.get(name);
    const now = after.get(name);
    if (old === undefined) return [`${name}: new`];
    if (now === undefined) return [`${name}: gone`];
    const changed = Object.entries(now).filter(([aspect, value]) => old[aspect] !== value);
    const told = changed.map(([aspect, value]) => `${aspect} ${old[aspect] ?? 'none'} → ${value}`);
    return told.length === 0 ? [] : [`${name}: ${told.join('; ')}`];
  });
}
