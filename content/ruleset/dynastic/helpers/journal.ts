import type { Game, Person, Things } from 'gitnomic/rules';

type Aspects = Readonly<Record<string, string>>;

/** What a run can change, as it stood at one moment: each thing by name, each of its aspects in words. */
export type Picture = ReadonlyMap<string, Aspects>;

/** `Cistern of Whispers (G4)`, and `G4` where it has no name. */
export const placed = ({ id, name }: Pick<Things['rooms'], 'id' | 'name'>): string =>
  name === '' ? id : `${name} (${id})`;
export const yesNo = (is: boolean): string => (is ? 'yes' : 'no');
export const listed = (words: readonly string[]): string => words.join(', ') || 'none';
export const labels = (people: readonly Person[]): string => listed(people.map(({ label }) => label));

/** What there is to say of something; what no rule says of it is left out. */
export const said = (ways: Readonly<Record<string, string | undefined>>): Aspects =>
  Object.fromEntries(
    Object.entries(ways).flatMap(([aspect, words]) => (words === undefined ? [] : [[aspect, words]])),
  );

/** Everybody, with what is said of each room. */
export function pictureWith(g: Game, say: (room: Things['rooms']) => Aspects): Map<string, Aspects> {
  const { maybe } = g;
  const picture = new Map<string, Aspects>();
  for (const lord of g.players)
    picture.set(
      lord.label,
      said({
        Puissance: maybe(() => String(lord.puissance)),
        Influence: maybe(() => String(lord.influence)),
        Allegiance: maybe(() => lord.allegiance?.label ?? 'none'),
        Sepulchre: maybe(() => lord.sepulchre?.id ?? 'none'),
      }),
    );
  for (const room of maybe(() => g.view('room-order'), [])) picture.set(room.id, say(room));
  for (const one of g.denizens)
    picture.set(
      `Denizen ${one.label}`,
      said({ Location: maybe(() => one.location), Traits: maybe(() => listed(one.traits)) }),
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
