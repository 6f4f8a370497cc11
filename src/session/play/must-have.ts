import type { ModelDescription } from '../../kernel/describe-model.ts';

/** Without one of these, play could not repair anything any more. */
const NEEDED: readonly { readonly hook: string; readonly what: string }[] = [
  { hook: 'resolution-order', what: 'no rule says what is decided next' },
  { hook: 'may-enact', what: 'no rule lets anything pass' },
  { hook: 'votes-in', what: 'no rule says how votes are cast' },
];

/** The reasons why a game with these rules could not go on. Empty if it can. */
export function rulesThatAreMissing(model: ModelDescription): readonly string[] {
  const reasons = NEEDED.filter(({ hook }) => (model.hooks[hook] ?? []).length === 0).map(({ what }) => what);
  if (!Object.values(model.kinds).some(({ votable }) => votable))
    reasons.push('no rule lets anything be voted on');
  return reasons;
}
