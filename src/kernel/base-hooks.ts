import { headCalled } from './roles.ts';
import type { Call, ActionDefinition } from './definition.ts';
import { callHook } from './calls.ts';
import { dependsOn } from './memo.ts';
import { dataOf } from './entities.ts';
import { checkRole } from './actions.ts';
import type { RuleEntry } from './manifest.ts';
import { NO_RULE, Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import { singleton } from './world.ts';
import { showValue } from './values.ts';
import type { PersonEntity } from './game-entities.ts';

/** The kernel's answers if no rule answers, which are the least that a game needs. Rules can wrap each of these hooks. */
export function baseHooks(runtime: () => Runtime): ReadonlyMap<string, Call> {
  const hooks: Record<string, (context: never) => unknown> = {
    'not-a-player': () => null,
    'not-in-role': ({ actor, role, rule }: RoleQuestion) => notInRole(runtime(), actor, role, rule),
    'may-act': ({ actor, action, rule }: ActQuestion) => {
      checkRole(runtime(), actor, action.by, rule);
    },
    'may-take': () => undefined,
    'may-submit': ({
      actor,
      submission,
      rule,
    }: {
      actor: PersonEntity;
      submission: ActionDefinition;
      rule: RuleEntry;
    }) => {
      checkRole(runtime(), actor, submission.by, rule);
    },
    'may-repeat': () => undefined,
    amount: ({ amount }: { amount: number }) => {
      if (!(amount > 0))
        throw new Refusal(`the amount must be above zero, not ${showValue(amount)}`, {
          code: 'not-positive',
        });
      return amount;
    },
    'below-minimum': ({ variable, value, minimum }: { variable: string; value: number; minimum: number }) => {
      const low = minimum === 0 ? 'below zero' : `below ${minimum}`;
      throw new Refusal(`${variable.replaceAll('-', ' ')} would be ${value}, ${low}`, {
        code: 'illegal-value',
      });
    },
    'may-post': () => undefined,
    'may-comment': () => undefined,
    'votes-in': () => [],
    'may-vote': () => undefined,
    'may-alter': () => undefined,
    'may-recategorise': () => undefined,
    'may-remove': () => {
      throw new Refusal('posts of this kind can’t be deleted', {
        code: NO_RULE,
      });
    },
    'may-enact': () => {
      throw new Refusal('no rule lets anything pass', { code: NO_RULE });
    },
    'may-fail': () => {
      throw new Refusal('no rule lets anything fail', { code: NO_RULE });
    },
    'may-change': () => undefined,
    'rule-facts': () => null,
    'resolution-order': () => [],
    tally: () => ({}),
    figures: () => [],
    needed: () => null,
  };
  return new Map(Object.entries(hooks) as [string, Call][]);
}

interface RoleQuestion {
  readonly actor: PersonEntity;
  readonly role: string;
  readonly rule: RuleEntry | null;
}

interface ActQuestion {
  readonly actor: PersonEntity;
  readonly action: ActionDefinition;
  readonly rule: RuleEntry;
}

function notInRole(
  runtime: Runtime,
  actor: PersonEntity,
  role: string,
  rule: RuleEntry | null,
): string | null {
  if (role === 'anybody') return null;
  if (role === 'emperor') {
    dependsOn(runtime, 'dynasty.emperor');
    const holder = (dataOf(singleton(runtime, 'dynasty'))['emperor'] ?? null) as string | null;
    return holder === actor.id ? null : `only ${headCalled(runtime.model.manifest.terms)} can do this`;
  }
  dependsOn(runtime, 'player.admin');
  if (role === 'admin') return dataOf(actor)['admin'] === true ? null : 'only an admin can do this';
  const why = callHook(runtime, 'not-a-player', { person: actor, rule });
  return typeof why === 'string' ? why : null;
}
