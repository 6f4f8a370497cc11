import type { Input } from '../../kernel/inputs.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { isPicture, type Pictures } from '../../kernel/pictures.ts';
import type { State } from '../../kernel/state.ts';
import { picturesIn, picturesShown, sealedPictures, copyAt } from '../../pictures/find-pictures.ts';
import type { Play } from '../play/play.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';

/** Addresses of the pictures that an action needs: in its own words and, on the emperor's side, in sealed submissions. */
export function picturesNeeded(
  play: Play,
  privateSide: boolean,
  { action, with: words }: Extract<Input, { type: 'act' }>,
): readonly string[] {
  const { model } = play;
  const about = Object.hasOwn(model.actions, action) ? model.actions[action] : undefined;
  if (about === undefined) return [];
  const own = picturesIn(about.with, words);
  if (!about.private || !privateSide || Object.keys(model.submissions).length === 0) return own;
  return [...own, ...sealedPictures(model, play.state()).map(({ address }) => address)];
}

export function knownOf(known: Pictures, addresses: readonly string[]): Pictures {
  return Object.fromEntries(
    addresses.flatMap((address) => {
      const found = Object.hasOwn(known, address) ? known[address] : undefined;
      return found === undefined ? [] : [[address, found] as const];
    }),
  );
}

/** Fetched pictures in a line's own words go into the ledger, so that the line can be replayed. */
export function picturesOnRecord(
  known: Pictures,
  model: ModelDescription,
  { what, with: words }: LedgerLine,
): { readonly pictures?: Pictures } {
  const types = Object.hasOwn(model.actions, what) ? model.actions[what]?.with : undefined;
  if (types === undefined || typeof words !== 'object' || words === null) return {};
  const pictures = knownOf(known, picturesIn(types, words as Readonly<Record<string, unknown>>));
  return Object.keys(pictures).length === 0 ? {} : { pictures };
}

/** The picture copies that a commit adds, and those it deletes because others replace them, by path. */
export function pictureChanges(
  model: ModelDescription,
  before: State | null,
  after: State,
): ReadonlyMap<string, string | null> {
  if (!hasPictures(model)) return new Map();
  const [old, now] = [
    before === null ? new Map<string, string>() : picturesShown(model, before),
    picturesShown(model, after),
  ];
  const shown = new Set(now.values());
  const changes = new Map<string, string | null>();
  for (const [place, path] of now) {
    const replaced = old.get(place);
    if (replaced === path) continue;
    changes.set(path, copyAt(path));
    if (replaced !== undefined && !shown.has(replaced)) changes.set(replaced, null);
  }
  return changes;
}

function hasPictures({ fields, collections }: ModelDescription): boolean {
  return [...Object.values(fields), ...Object.values(collections).map((one) => one.fields)].some((types) =>
    Object.values(types).some(({ type }) => isPicture(type)),
  );
}
