import type { ActionDefinition, SubmissionDefinition, ViewDefinition } from './definition.ts';
import type { ValueType } from './value-types.ts';

type Types = Readonly<Record<string, ValueType>>;

// A type that contains a private one is private as a whole.

export function actionOutwards(action: ActionDefinition): ActionDefinition {
  return holdsAny(action.with) ? { ...action, with: allOutwards(action.with) } : action;
}

export function submissionOutwards(submission: SubmissionDefinition): SubmissionDefinition {
  return holdsAny(submission.open) || holdsAny(submission.with) ? sealedInside(submission) : submission;
}

export function viewOutwards(view: ViewDefinition): ViewDefinition {
  const given = view.own === true ? { ...view, private: true } : view;
  return holdsPrivate(given.returns) ? { ...given, returns: outwards(given.returns), private: true } : given;
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
