import { headCalled } from './roles.ts';
import { callHook, callRule, emit, withGame } from './calls.ts';
import type { ActionDefinition, Call, Frequency } from './definition.ts';
import type { Input } from './inputs.ts';
import type { Disclosure } from './disclosure.ts';
import type { LinkedRule, Owned } from './model.ts';
import { nearest, toKebab } from './names.ts';
import { readParams } from './params.ts';
import { cite, Refusal } from './refusal.ts';
import { checkReveals, keepingSecrets } from './reveals.ts';
import type { Runtime } from './runtime.ts';
import { readField } from './entities.ts';
import { takeDisclosed, tellable } from './disclosed.ts';
import { traced } from './trace.ts';
import type { PersonEntity } from './game-entities.ts';
import type { Draw } from './chance.ts';
import { toPerson } from './world.ts';
import { acts } from './memo.ts';
import { toWords } from './values.ts';

/** Takes an action. It is done completely or not at all. */
export function takeAct(
  runtime: Runtime,
  id: string,
  actor: PersonEntity,
  { with: words, disclosed }: Pick<Input & { readonly type: 'act' }, 'with' | 'disclosed'>,
): void {
  const owned = actionCalled(runtime, id);
  const { definition, rule } = owned;
  const onPrivateSide = runtime.frame.privateSide;
  runtime.frame.privateSide = false;
  const about = { actor, action: { id, ...definition }, rule: rule.entry, words };
  callHook(runtime, 'may-act', about);
  const { private: said } = definition;
  const isPrivate =
    typeof said === 'function'
      ? callRule(runtime, rule, id, () => said(withGame(rule, { actor, words }))) === true
      : said === true;
  runtime.frame.action = id;
  if (disclosed !== undefined) {
    if (!isPrivate) throw new Refusal(`${id} runs in public, so nobody reports its result`, { code: 'told' });
    actAsDisclosed(runtime, owned, about, disclosed);
    return;
  }
  if (isPrivate && !onPrivateSide) {
    if (runtime.frame.isTrial) checkInPublic(runtime, owned, about);
    throw new Refusal(
      `${id} uses what only ${headCalled(runtime.model.manifest.terms)} may see, so it runs on their side`,
      { code: 'private-side' },
    );
  }
  const take = (): void => {
    perform(runtime, owned, about, isPrivate);
  };
  if (isPrivate) keepingSecrets(runtime, owned, take);
  else take();
}

function perform(runtime: Runtime, owned: Owned<ActionDefinition>, about: About, isPrivate: boolean): void {
  const { id, definition, rule } = owned;
  const { actor, words } = about;
  runtime.frame.privateSide = isPrivate;
  const { mark } = runtime.store;
  const params = readParams(runtime, definition.with ?? {}, words, { actor, rule });
  const run = (part: string, call: Call | undefined): unknown => {
    const what = `${part} of ${id}`;
    return call === undefined
      ? undefined
      : traced(runtime.frame, what, rule, () =>
          callRule(runtime, rule, what, () => call(withGame(rule, { actor, ...params }))),
        );
  };
  run('check', definition.check);
  const limit = limitOf(runtime, owned, actor);
  const cost = costOf(definition, (call) => run('cost', call));
  callHook(runtime, 'may-take', { ...about, params, cost });
  if (Object.keys(cost).length > 0) run('payment', () => pay(actor, cost));
  run('effect', definition.effect);
  for (const [step, call] of Object.entries(definition.steps ?? {}))
    runStep(step, () => run(`step "${step}"`, call));
  if (isPrivate) {
    callRule(runtime, rule, id, () => checkReveals(runtime, id, definition, mark));
    if (runtime.frame.amendments.length === 0) runtime.frame.disclosed = tellable(runtime, mark);
  }
  runtime.frame.privateSide = false;
  if (limit !== null) takeLimited(runtime, limit);
  emit(runtime, 'acted', { ...about, params, cost });
}

interface About {
  readonly actor: PersonEntity;
  readonly action: object;
  readonly rule: LinkedRule['entry'];
  readonly words: Readonly<Record<string, unknown>>;
}

/** The limit of an action that can be taken only so often, which must not have been reached; null if it has none. */
function limitOf(
  runtime: Runtime,
  { id, definition: { frequency }, rule }: Owned<ActionDefinition>,
  actor: PersonEntity,
): Limit | null {
  if (frequency === undefined) return null;
  const limit = { frequency, key: id, who: actor };
  callRule(runtime, rule, id, () => checkLimit(runtime, limit));
  return limit;
}

/** Refuses a private action that is tried, if its check does so without anything private. */
function checkInPublic(
  runtime: Runtime,
  { id, definition, rule }: Owned<ActionDefinition>,
  { actor, words }: About,
): void {
  const { check, with: types = {} } = definition;
  if (check === undefined) return;
  const { frame } = runtime;
  frame.sawPrivate = false;
  try {
    const params = readParams(runtime, types, words, { actor, rule });
    let given = withGame(rule, { actor, ...params });
    for (const [name, value] of Object.entries(params))
      if (types[name]?.private === true)
        given = {
          __proto__: given,
          get [name]() {
            frame.sawPrivate = true;
            return value;
          },
        };
    callRule(runtime, rule, `check of ${id}`, () => check(given));
  } catch (error) {
    if (!(error instanceof Refusal) || !runtime.frame.sawPrivate) throw error;
  }
}

/** Checks a private action where its secrets aren't known. Everything public is checked, and the rest is taken from the emperor's side. */
function actAsDisclosed(
  runtime: Runtime,
  owned: Owned<ActionDefinition>,
  about: About,
  disclosed: Disclosure,
): void {
  const { definition, rule } = owned;
  const { actor, words } = about;
  const types = Object.fromEntries(
    Object.entries(definition.with ?? {}).filter(([, type]) => type.private !== true),
  );
  const params = readParams(runtime, types, words, { actor, rule });
  const limit = limitOf(runtime, owned, actor);
  callHook(runtime, 'may-take', { ...about, params, cost: {} });
  takeDisclosed(runtime, definition.reveals ?? [], disclosed);
  if (limit !== null) takeLimited(runtime, limit);
  emit(runtime, 'acted', { ...about, params, cost: {} });
}

function actionCalled(runtime: Runtime, id: string): Owned<ActionDefinition> {
  const found = runtime.model.actions.get(id);
  if (found !== undefined) return found;
  const sleeping = runtime.model.inactiveActions.get(id);
  if (sleeping !== undefined) {
    throw new Refusal(`${id} belongs to ${sleeping.title}, which is inactive`, {
      code: 'inactive',
      rule: cite({ entry: sleeping }),
    });
  }
  const guess = nearest(id, runtime.model.actions.keys());
  throw new Refusal(`there is no action called ${id}${guess === null ? '' : `; did you mean ${guess}?`}`, {
    code: 'no-such-action',
  });
}

type Cost = Readonly<Record<string, number>>;

/** A fixed cost runs like a computed one, so that it shows up in explanations. */
function costOf({ cost }: ActionDefinition, run: (call: Call) => unknown): Cost {
  if (cost === undefined) return {};
  return (run(typeof cost === 'function' ? cost : () => cost) ?? {}) as Cost;
}

/** Checks all costs before paying any, so that the refusal can name what is lacking. */
function pay(actor: PersonEntity, cost: Cost): void {
  for (const [variable, amount] of Object.entries(cost)) {
    const has = readField(actor, variable);
    if (typeof has === 'number' && has < amount) {
      throw new Refusal(
        `costs ${amount} ${toKebab(variable).replaceAll('-', ' ')}, but ${actor.label} has only ${has}`,
        { code: 'too-little' },
      );
    }
  }
  for (const [variable, amount] of Object.entries(cost)) if (amount > 0) actor.spend(variable, amount);
}

function runStep(step: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(`at the step "${step}": ${error.message}`, error.toData());
  }
}

/** Checks the role that an action needs. Rules can add to this. */
export function checkRole(
  runtime: Runtime,
  actor: PersonEntity,
  roles: ActionDefinition['by'],
  rule: LinkedRule['entry'],
): void {
  const wanted = roles === undefined ? ['player'] : typeof roles === 'string' ? [roles] : roles;
  const reasons: string[] = [];
  for (const role of wanted) {
    const why = callHook(runtime, 'not-in-role', { actor, role, rule });
    if (typeof why !== 'string') return;
    reasons.push(why);
  }
  throw new Refusal(reasons.join('; '), { code: 'not-in-role', rule: cite({ entry: rule }) });
}

/** An accepted action, as recorded in the ledger. */
export interface TakenAction {
  readonly by: string | null;
  readonly what: string;
  readonly with: Readonly<Record<string, unknown>>;
  readonly draws: readonly Draw[];
}

/**
 * Repeats an action of the ledger for the same person under the current rules. Its public rolls keep their results, unless a die has
 * other sides now. It is part of the action that asks for it.
 */
export function actAgain(runtime: Runtime, { by, what, with: words, draws }: TakenAction): void {
  acts(runtime);
  const author = toPerson(runtime, by);
  if (author === null) throw new Refusal(`it is not known who took ${what}`, { code: 'no-such-person' });
  const { frame } = runtime;
  frame.binding = draws.filter(({ kind }) => kind === 'dice');
  takeAct(runtime, what, author, { with: words });
  frame.binding = [];
}

interface Limit {
  readonly frequency: Frequency;
  /** The thing that is limited. By default, the action's id. */
  readonly key: string;
  /** The person whose turn is used up. */
  readonly who: PersonEntity | { readonly id: string };
}

/** Uses up a person's turn at something that can be done only so often. The rules decide how often; the kernel only records the last time. */
export function takeLimited(runtime: Runtime, { frequency, key: given, who }: Limit): void {
  acts(runtime);
  const key = toWords('key of a limit', given);
  const id = toWords('id of whom it limits', who.id);
  checkLimit(runtime, { frequency, key, who });
  const { taken } = runtime.store.state;
  if (!Object.hasOwn(taken, key)) runtime.store.write(taken, key, {}, ['taken', key]);
  runtime.store.write(taken[key] as object, id, runtime.now, ['taken', key, id]);
}

function checkLimit(runtime: Runtime, { frequency, key, who }: Limit): void {
  const times = runtime.store.state.taken[key] ?? {};
  const last = times[who.id] ?? null;
  const others = Object.values(times).sort();
  const lastByAnybody = others.at(-1) ?? null;
  callHook(runtime, 'may-repeat', { frequency, key, who, last, lastByAnybody });
}
