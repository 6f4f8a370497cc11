import type { Input } from '../kernel/inputs.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { isPicture, type Pictures } from '../kernel/pictures.ts';
import type { State } from '../kernel/state.ts';
import { picturesIn, picturesShown, sealedPictures, copyAt } from '../store/pictures/find-pictures.ts';
import type { Outcome } from '../play/outcome.ts';
import type { LedgerLine } from '../play/ledger-line.ts';
import type { Table } from './table.ts';

/** The pictures of a game while it is decided: those that are known, and those that have to be fetched first. */
export interface TablePictures {
  readonly known: Pictures;
  readonly wanted: Set<string>;
}

/**
 * Takes an action with what is known of its pictures: those in its own words, and, where it is run on the emperor's side,
 * those that were sealed. What nobody has looked at yet is noted down, unless the action is refused anyhow.
 */
export function takeWithPictures(table: Table, input: Input, take: (input: Input) => Outcome): Outcome {
  const { pictures } = table;
  if (pictures === null || input.type !== 'act') return take(input);
  const addresses = addressesOf(table, input.action, input.with);
  if (addresses.length === 0) return take(input);
  const outcome = take({ ...input, pictures: knownOf(pictures.known, addresses) });
  if (outcome.ok)
    for (const address of addresses)
      if (!Object.hasOwn(pictures.known, address)) pictures.wanted.add(address);
  return outcome;
}

function addressesOf(
  { open, privateSide }: Table,
  action: string,
  words: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { model } = open.play;
  const about = Object.hasOwn(model.actions, action) ? model.actions[action] : undefined;
  if (about === undefined) return [];
  const own = picturesIn(about.with, words);
  if (!about.private || !privateSide || Object.keys(model.submissions).length === 0) return own;
  return [...own, ...sealedPictures(model, open.play.state()).map(({ address }) => address)];
}

function knownOf(known: Pictures, addresses: readonly string[]): Pictures {
  return Object.fromEntries(
    addresses.flatMap((address) => {
      const found = Object.hasOwn(known, address) ? known[address] : undefined;
      return found === undefined ? [] : [[address, found] as const];
    }),
  );
}

/** What a line of the ledger says of the pictures in its own words, so that it can be played again. */
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

/** Which copies a commit brings, by their paths, and which it takes away since others came in their places. */
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
