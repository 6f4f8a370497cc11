import type { ModelDescription } from '../kernel/describe-model.ts';

/** Rules that every game needs: with one of these gone nothing could be put right by play any more. */
const NEEDED: readonly { readonly hook: string; readonly what: string }[] = [
  { hook: 'resolution-order', what: 'no rule says what is decided next' },
  { hook: 'may-enact', what: 'no rule lets anything pass' },
  { hook: 'votes-in', what: 'no rule says how votes are cast' },
];

/** Why a ruleset could not go on, one reason each; none where it can. */
export function rulesThatAreMissing(model: ModelDescription): readonly string[] {
  const reasons = NEEDED.filter(({ hook }) => (model.hooks[hook] ?? []).length === 0).map(({ what }) => what);
  if (!Object.values(model.kinds).some(({ votable }) => votable))
    reasons.push('no rule lets anything be voted on');
  return reasons;
}
