import type { ActionDefinition, SubmissionDefinition, ViewDefinition } from './definition.ts';
import type { Manifest } from './manifest.ts';
import type { ValueType } from './value-types.ts';

type Types = Readonly<Record<string, ValueType>>;

/**
 * How far the mark `private` reaches. A type that contains a private one is private as a whole. In games of the first format only the
 * mark on the outermost type counted, and they are replayed that way.
 */
export interface Privacy {
  readonly type: (type: ValueType) => ValueType;
  readonly action: (action: ActionDefinition) => ActionDefinition;
  readonly submission: (submission: SubmissionDefinition) => SubmissionDefinition;
  readonly view: (view: ViewDefinition) => ViewDefinition;
}

const AS_MARKED: Privacy = {
  type: (type) => type,
  action: (action) => action,
  submission: (submission) => submission,
  view: (view) => view,
};

const OUTWARDS: Privacy = {
  type: outwards,
  action(action) {
    return holdsAny(action.with) ? { ...action, with: allOutwards(action.with) } : action;
  },
  submission(submission) {
    return holdsAny(submission.open) || holdsAny(submission.with) ? sealedInside(submission) : submission;
  },
  view(view) {
    const given = view.own === true ? { ...view, private: true } : view;
    return holdsPrivate(given.returns)
      ? { ...given, returns: outwards(given.returns), private: true }
      : given;
  },
};

export function privacyIn({ privacy }: Pick<Manifest, 'privacy'>): Privacy {
  return privacy === 'outermost' ? AS_MARKED : OUTWARDS;
}

/**
 * Called for every type each time that rules are loaded. Few calls are used, because calls are counted as steps, and nearly all types
 * contain no others.
 */
function holdsPrivate(type: ValueType): boolean {
  if (type.private === true) return true;
  if (type.kind === 'record') return holdsAny(type.fields);
  return (type.kind === 'list' || type.kind === 'map' || type.kind === 'optional') && holdsPrivate(type.of);
}

function holdsAny(types: Types | undefined): types is Types {
  for (const name in types) {
    const type = types[name];
    if (type === undefined) continue;
    if (type.private === true || (('of' in type || 'fields' in type) && holdsPrivate(type))) return true;
  }
  return false;
}

/** `optional(text({ private: true }))` → the same, itself marked private. */
export function outwards(type: ValueType): ValueType {
  if (!('of' in type || 'fields' in type) || !holdsPrivate(type)) return type;
  if (type.kind === 'record') return { ...type, fields: allOutwards(type.fields), private: true };
  return type.kind === 'list' || type.kind === 'map' || type.kind === 'optional'
    ? { ...type, of: outwards(type.of), private: true }
    : type;
}

function allOutwards(types: Types): Types {
  return Object.fromEntries(Object.entries(types).map(([name, type]) => [name, outwards(type)]));
}

/** Private words can't be sent in public, so they are sealed even if the rule declares them as open. */
function sealedInside(submission: SubmissionDefinition): SubmissionDefinition {
  const { open = {}, with: inside = {} } = submission;
  const all = Object.entries(allOutwards(open));
  const isHidden = ([, type]: readonly [string, ValueType]): boolean => type.private === true;
  return {
    ...submission,
    open: Object.fromEntries(all.filter((one) => !isHidden(one))),
    with: { ...Object.fromEntries(all.filter(isHidden)), ...allOutwards(inside) },
  };
}
