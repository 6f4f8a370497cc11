import type { Game, Person, Things } from 'gitnomic/rules';

type Aspects = Readonly<Record<string, string>>;

/** What a run can change, as it stood at one moment: each thing by name, each of its aspects in words. */
export type Picture = ReadonlyMap<string, Aspects>;

/** `Cistern of Whispers (G4)`, and `G4` where it has no name. */
export const placed = ({ id, name }: Things['rooms']): string => (name === '' ? id : `${name} (${id})`);
export const yesNo = (is: boolean): string => (is ? 'yes' : 'no');
export const listed = (words: readonly string[]): string => words.join(', ') || 'none';
export const labels = (people: readonly Person[]): string => listed(people.map(({ label }) => label));

/** Everybody, with what is said of each room. */
export function pictureWith(
  { players, denizens, view }: Game,
  say: (room: Things['rooms']) => Aspects,
): Map<string, Aspects> {
  const picture = new Map<string, Aspects>();
  for (const { label, puissance, influence, allegiance, sepulchre } of players)
    picture.set(label, {
      Puissance: String(puissance),
      Influence: String(influence),
      Allegiance: allegiance?.label ?? 'none',
      Sepulchre: sepulchre?.id ?? 'none',
    });
  for (const room of view('room-order')) picture.set(room.id, say(room));
  for (const { label, location, traits } of denizens)
    picture.set(`Denizen ${label}`, { Location: location, Traits: listed(traits) });
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
