import { z } from 'zod';

import type { DraftEdit } from '../draft-several.ts';
import { FormProblem } from './given.ts';

export interface SavedEdit {
  readonly id: number;
  readonly edit: DraftEdit;
}

/** A draft proposal that changes several rules. It is private to its author until it is proposed. */
export interface SavedDraft {
  readonly edits: readonly SavedEdit[];
  readonly title: string;
  readonly text: string;
  /** The kind of post that it will become; empty if nobody chose one. */
  readonly kind: string;
}

const text = z.string();

export const draftSchema: z.ZodType<SavedDraft> = z.strictObject({
  edits: z.array(
    z.strictObject({
      id: z.int(),
      edit: z.discriminatedUnion('do', [
        z.strictObject({
          do: z.literal('edit'),
          path: text,
          body: text,
          before: text,
          clause: z.strictObject({ before: text, after: text }).exactOptional(),
        }),
        z.strictObject({ do: z.literal('repeal'), path: text, before: text }),
        z.strictObject({
          do: z.literal('add'),
          title: text,
          section: text.exactOptional(),
          under: text.exactOptional(),
          body: text,
          clause: text.exactOptional(),
        }),
        z.strictObject({ do: z.literal('set'), path: text, value: z.json() }),
      ]),
    }),
  ),
  title: text,
  text,
  kind: text,
});

const NONE: SavedDraft = { edits: [], title: '', text: '', kind: '' };
const MOST_EDITS = 30;
const MOST_DRAFTS = 50;

interface At {
  readonly game: { readonly folder: string };
  readonly who: { readonly id: string } | null;
  readonly drafts: Map<string, SavedDraft>;
}

/** The key of this game and this person: a copy of the game has other rules, and another person other plans. */
function keyOf({ game, who }: At): string | null {
  return who === null ? null : JSON.stringify([game.folder, who.id]);
}

export function savedDraft(at: At): SavedDraft {
  return at.drafts.get(keyOf(at) ?? '') ?? NONE;
}

export function savedEdit(at: At, is: (saved: SavedEdit) => boolean): SavedEdit | null {
  return savedDraft(at).edits.find(is) ?? null;
}

function keep(at: At, draft: SavedDraft): void {
  const key = keyOf(at);
  if (key === null) return;
  const { drafts } = at;
  const oldest = !drafts.has(key) && drafts.size >= MOST_DRAFTS ? [...drafts.keys()][0] : undefined;
  if (oldest !== undefined) drafts.delete(oldest);
  drafts.set(key, draft);
}

/** Adds a change, replacing the draft's earlier change of the same rule or value, or of the new rule with this id. */
export function keepEdit(at: At, edit: DraftEdit, replaced: number | null): void {
  const draft = savedDraft(at);
  const { edits } = draft;
  const index = edits.findIndex(({ id, edit: one }) =>
    edit.do === 'add'
      ? id === replaced && one.do === 'add'
      : one.do !== 'add' && (one.do === 'set') === (edit.do === 'set') && one.path === edit.path,
  );
  const there = edits[index];
  if (there !== undefined) return keep(at, { ...draft, edits: edits.with(index, { id: there.id, edit }) });
  if (edits.length >= MOST_EDITS)
    throw new FormProblem(
      400,
      ({ say }) => say`A draft can hold ${MOST_EDITS} changes. This one was not added.`,
    );
  const id = Math.max(0, ...edits.map((one) => one.id)) + 1;
  keep(at, { ...draft, edits: [...edits, { id, edit }] });
}

export function takeOut(at: At, id: number): void {
  const draft = savedDraft(at);
  const edits = draft.edits.filter((one) => one.id !== id);
  if (edits.length === 0) dropDraft(at);
  else keep(at, { ...draft, edits });
}

/**
 * Stores the title and the reasons of a draft. It does nothing if there is no draft, for instance because it was
 * proposed.
 */
export function keepWords(at: At, words: Omit<SavedDraft, 'edits'>): void {
  const draft = savedDraft(at);
  if (draft.edits.length > 0) keep(at, { ...draft, ...words });
}

export function dropDraft(at: At): void {
  at.drafts.delete(keyOf(at) ?? '');
}
