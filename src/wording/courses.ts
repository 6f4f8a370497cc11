import { z } from 'zod';

import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Input } from '../kernel/inputs.ts';
import type { Way } from '../promises/moves.ts';
import type { Runner } from '../sandbox/sandbox.ts';

/** A way to change the rules, as the rules name it. */
export interface Course extends Way {
  /** The other votes that can be cast on it, under the rules' names. */
  readonly votes: readonly string[];
}

/** Rules may define this view to say how they are rehearsed. */
const VIEW = 'rehearsal';
const declared = z.array(
  z.object({
    kind: z.string(),
    say: z.string(),
    votes: z.array(z.string()).default([]),
    byHand: z.boolean().default(false),
  }),
);

/** The courses that the rules name, or else every kind of matter that people vote on. */
export function coursesOf(
  rules: Pick<Runner, 'query'>,
  { kinds, views }: Pick<ModelDescription, 'kinds' | 'views'>,
  at: string,
): readonly Course[] {
  if (views[VIEW]?.of === 'game') {
    const said = declared.safeParse(rules.query(at, [['views', VIEW]])[0]?.value);
    if (said.success) return said.data.filter(({ kind }) => Object.hasOwn(kinds, kind));
  }
  return Object.entries(kinds)
    .filter(([, { votable, engineOnly }]) => votable && !engineOnly)
    .map(([kind]) => ({ kind, say: null, votes: [], byHand: false }));
}

/** The steps by which somebody supports a matter. */
export function inFavour({ say }: Course, on: string, by: string, at: string, remark = ''): Input {
  if (say === null) return { type: 'signal', at, by, on, via: 'review', review: 'approve' };
  return { type: 'comment', at, by, on, id: `${on}-${by}`, text: `${remark} ${say}`.trim() };
}
