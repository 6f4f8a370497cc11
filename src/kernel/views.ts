import { checkView } from './answers.ts';
import { callRule } from './calls.ts';
import type { ViewDefinition } from './definition.ts';
import type { View } from './model.ts';
import { remembered } from './memo.ts';
import { cite, missing, Refusal } from './refusal.ts';
import { ordered, type Runtime } from './runtime.ts';
import { traced } from './trace.ts';
import { encode } from './kinds/index.ts';
import { IllegalValue, showValue } from './values.ts';
import { toPerson, toPost, toThing } from './world.ts';

/** Computes a derived value for a clause. It is cached until something that it read is written. */
export function callView(runtime: Runtime, id: string, of: readonly unknown[]): unknown {
  const view = runtime.model.views.get(id);
  if (view === undefined) throw missing(id);
  const { of: kinds } = view.definition;
  if (typeof kinds === 'string') {
    // Nearly all views are about one thing, and making lists would take as long as finding the answer.
    const subject = subjectOf(runtime, id, kinds, of[0] ?? 'game');
    const one = `view ${id}\u0000${typeof subject === 'object' ? subject.id : subject}`;
    return remembered(runtime, one, () => computeOnce(runtime, view, [subject], one));
  }
  const subjects = subjectKindsOf(view.definition).map((kind, at) =>
    subjectOf(runtime, id, kind, of[at] ?? 'game'),
  );
  const ids = subjects.map((subject) => (typeof subject === 'object' ? subject.id : subject));
  // A text may hold any letter that could separate it from the next.
  const key = `view ${id}\u0000${JSON.stringify(ids)}`;
  return remembered(runtime, key, () => computeOnce(runtime, view, subjects, key));
}

/** The same as plain JSON, in the view's declared type. */
export function readView(runtime: Runtime, id: string, of: readonly unknown[]): unknown {
  const value = callView(runtime, id, of);
  const view = runtime.model.views.get(id);
  if (view === undefined) return null;
  try {
    return encode(view.definition.returns, value, runtime.refs);
  } catch (error) {
    if (!(error instanceof IllegalValue)) throw error;
    throw new Refusal(`the view "${id}" ${error.message}`, { code: 'illegal-value', rule: cite(view.rule) });
  }
}

export function subjectKindsOf({ of }: ViewDefinition): readonly string[] {
  return typeof of === 'string' ? [of] : of;
}

function subjectOf(
  runtime: Runtime,
  id: string,
  kind: string,
  of: unknown,
): string | { readonly id: string } {
  if (kind === 'game') return 'game';
  if (kind === 'text') return typeof of === 'string' ? of : String((of as { id?: unknown }).id ?? of);
  const subject =
    kind === 'player'
      ? toPerson(runtime, of)
      : kind === 'post' || kind === 'matter'
        ? toPost(runtime, of)
        : toThing(runtime, kind, of);
  if (subject === null)
    throw new Refusal(
      `the view "${id}" is about one of the ${['player', 'post', 'matter'].includes(kind) ? `${kind}s` : kind}, and none of them is called ${showValue(of)}`,
      { code: 'no-such-thing' },
    );
  return subject;
}

/** Nothing may be written while a view is computed, and a view that needs itself would never end. */
function computeOnce(runtime: Runtime, view: View, subjects: readonly unknown[], key: string): unknown {
  const { views } = runtime.frame;
  const begun = views.indexOf(key);
  if (begun >= 0) {
    const names = [...views.slice(begun), key].map((one) => one.slice('view '.length).split('\u0000')[0]);
    throw new Refusal(`the rules call each other in a cycle: the view ${names.join(' asks for ')}`, {
      code: 'circle',
    });
  }
  views.push(key);
  try {
    return compute(runtime, view, subjects);
  } finally {
    views.pop();
  }
}

function compute(runtime: Runtime, view: View, subjects: readonly unknown[]): unknown {
  const { frame } = runtime;
  const order = view.wraps.length === 1 ? view.wraps : ordered(runtime, view.wraps, null);
  const step = (at: number): unknown => {
    const provider = order[at];
    if (provider === undefined) return null;
    const call = provider.call as unknown as (...words: readonly unknown[]) => unknown;
    const run = (): unknown =>
      callRule(runtime, provider.rule, `view "${view.id}"`, () =>
        checkView(
          view.id,
          view.definition.returns,
          call(...subjects, () => step(at + 1)),
          provider.rule,
        ),
      );
    return traced(frame, view.id, provider.rule, run);
  };
  frame.reading++;
  try {
    return step(0);
  } finally {
    frame.reading--;
  }
}
