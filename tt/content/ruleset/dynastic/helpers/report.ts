/** What a run can change, as it stood at one moment: each thing by name, each of its aspects in words. */
export type Picture = ReadonlyMap<string, ReadonlyMap<string, string>>;

interface Named {
  readonly id: string;
  readonly label: string;
}

interface Scene {
  readonly players: Iterable<
    Named & {
      readonly puissance: number;
      readonly influence: number;
      readonly allegiance: Named | null;
      readonly sepulchre: Named | null;
    }
  >;
  readonly rooms: Iterable<
    Named & {
      readonly name: string;
      readonly features: readonly string[];
      readonly sigils: readonly Named[];
      readonly inactiveSigils: readonly Named[];
      readonly glyphOwners: readonly Named[];
      readonly newlyFurnished: boolean;
    }
  >;
  readonly denizens: Iterable<Named & { readonly location: string; readonly traits: readonly string[] }>;
}

const yesNo = (is: boolean): string => (is ? 'yes' : 'no');
const labels = (people: readonly Named[]): string => people.map(({ label }) => label).join(', ') || 'none';

export function pictureOf({ players, rooms, denizens }: Scene): Picture {
  const picture = new Map<string, ReadonlyMap<string, string>>();
  for (const { label, puissance, influence, allegiance, sepulchre } of players) {
    picture.set(
      label,
      new Map([
        ['Puissance', String(puissance)],
        ['Influence', String(influence)],
        ['Allegiance', allegiance?.label ?? 'none'],
        ['Sepulchre', sepulchre?.id ?? 'none'],
      ]),
    );
  }
  for (const { id, name, features, sigils, inactiveSigils, glyphOwners, newlyFurnished } of rooms) {
    picture.set(
      id,
      new Map([
        ['name', name || 'none'],
        ['effect', features.join(', ') || 'none'],
        ['Sigils', labels(sigils)],
        ['Inactive Sigils', labels(inactiveSigils)],
        ['Glyph', labels(glyphOwners)],
        ['Newly Furnished', yesNo(newlyFurnished)],
      ]),
    );
  }
  for (const { label, location, traits } of denizens)
    picture.set(
      `Denizen ${label}`,
      new Map([
        ['Location', location],
        ['Traits', traits.join(', ') || 'none'],
      ]),
    );
  return picture;
}

/** `ana: Puissance 10 → 11`; what is there no longer is `gone`. */
export function changesSince(before: Picture, after: Picture): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const old = before.get(name);
    const now = after.get(name);
    if (old === undefined) return [`${name}: new`];
    if (now === undefined) return [`${name}: gone`];
    return [...now].flatMap(([aspect, value]) =>
      old.get(aspect) === value ? [] : [`${name}: ${aspect} ${old.get(aspect) ?? 'none'} → ${value}`],
    );
  });
}

export interface Journey {
  readonly route: readonly string[];
  readonly energies: readonly number[];
  /** What happened in each move. */
  readonly moves: readonly { readonly room: string; readonly told: readonly string[] }[];
  readonly asked: readonly string[];
}

/** The words of the post, in Markdown. */
export function reportOf(
  { route, energies, moves, asked }: Journey,
  changes: readonly string[],
  emperor: string,
): string {
  const lines = moves.map(
    ({ room, told }, i) =>
      `${i + 1}. ${[`Into ${room}`, ...told].join('; ')}. Energy ${energies[i] ?? 0} → ${energies[i + 1] ?? 0}.`,
  );
  return [
    `${emperor} entered the Crypt at ${route[0] ?? ''} with ${energies[0] ?? 0} Energy.`,
    lines.join('\n'),
    `**What changed**`,
    changes.length === 0 ? 'Nothing.' : changes.map((change) => `- ${change}`).join('\n'),
    ...(asked.length === 0
      ? []
      : [`**For ${emperor} to say**`, asked.map((feature) => `- what ${feature} does`).join('\n')]),
  ].join('\n\n');
}
