import type { Input } from '../kernel/inputs.ts';
import type { State } from '../kernel/state.ts';
import { hoursAfter } from '../kernel/time.ts';
import { readRuleset } from '../ruleset/read.ts';
import { SandboxError, OutOfPatienceError, type SandboxHost } from '../sandbox/host.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import type { RehearseRules, Amendment, Edition } from '../play/play-options.ts';
import { moduleSources } from '../play/ruleset-sources.ts';

type Tried = Edition & Pick<Amendment, 'state' | 'at' | 'ledger' | 'caches'>;

/** Makes a sandbox that is thrown away. */
type Another = (host: SandboxHost) => Sandbox;

const TITLE = 'A longer night';
const TEXT = 'It is to be longer.';

/** When a matter that everybody is for is looked at again, in hours. */
const LOOKS_AFTER_HOURS = [1, 13, 30, 49, 100, 24 * 10];

/**
 * Tries in a sandbox that is thrown away whether anything could still be enacted under some rules: somebody makes a
 * proposal and a call for judgement, everybody votes for both, time goes by. The reason given last, or null.
 */
export function whyNothingResolves(
  { files, terms, state, at, ledger, caches }: Tried,
  another: Another = (host) => Sandbox.another(host, caches.sandboxes),
): string | null {
  const sandbox = another({ draw: () => 1, ledger });
  try {
    const problems = sandbox.link(readRuleset(files, terms, caches).manifest, moduleSources(files));
    if (problems[0] !== undefined) return problems[0].message;
    // Without what is pending now: only the way through is tried, not the queue.
    sandbox.load({ ...state, posts: {}, submissions: {} });
    return tryMatters(sandbox, {
      people: Object.keys(state.players),
      at: outsideDecember(at),
      nextPost: nextPost(state),
    });
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return error.message;
  } finally {
    sandbox.dispose();
  }
}

/** Why nothing could be enacted any more under other rules, where it could under those in force. */
export function rehearsalIn(another?: Another): RehearseRules {
  return ({ before, after, ...game }) => {
    if (onlyDynasticText(before.files, after.files)) return null;
    const reason = whyNothingResolves({ ...after, ...game }, another);
    if (reason === null || whyNothingResolves({ ...before, ...game }, another) !== null) return null;
    return `nothing could be enacted any more: ${reason}`;
  };
}

export const rehearseRules = rehearsalIn();

/** Rules may rest at the turn of the year; that is no reason to call a game stuck. */
function outsideDecember(at: string): string {
  return at.slice(5, 7) === '12' ? hoursAfter(at, 24 * 35) : at;
}

/** As the game would number it: a rule can't tell by it that this is a trial. */
function nextPost({ posts }: State): number {
  return 1 + Math.max(0, ...Object.keys(posts).map((id) => Number(/\d+$/u.exec(id)?.[0] ?? 0)));
}

interface People {
  readonly people: readonly string[];
  readonly at: string;
  readonly nextPost: number;
}

function tryMatters(sandbox: Sandbox, { people, at, nextPost }: People): string | null {
  let reason = 'nobody may make a proposal or a call for judgement';
  const posted = ['proposal', 'cfj']
    .map((kind, n) => ({ kind, id: String(nextPost + n) }))
    .filter(({ kind, id }) =>
      people.some((by) => take(sandbox, { type: 'post', at, by, id, kind, title: TITLE, text: TEXT })),
    );
  for (const { id } of posted) {
    people.forEach((by, n) =>
      take(sandbox, {
        type: 'comment',
        at: hoursAfter(at, 0.5),
        by,
        on: id,
        id: `${id}-${n}`,
        text: ':for:',
      }),
    );
  }
  for (const hours of LOOKS_AFTER_HOURS) {
    if (isAnyEnacted(sandbox, hoursAfter(at, hours))) return null;
    for (const { id } of posted) {
      const refusal = sandbox.why(hoursAfter(at, hours), 'may-enact', { matter: id });
      if (refusal === null) reason = 'no rule puts it in line to be resolved';
      else reason = refusal.rule === null ? refusal.reason : `${refusal.reason} (${refusal.rule.title})`;
    }
  }
  return reason;
}

/** Whether the engine would enact anything: that it may is not enough, it must come up in the order of the rules. */
function isAnyEnacted(sandbox: Sandbox, at: string): boolean {
  const failed: string[] = [];
  for (;;) {
    const due = sandbox.due(at, failed);
    if (due === null || due.outcome === 'enacted') return due !== null;
    failed.push(due.matter);
  }
}

function take(sandbox: Sandbox, input: Input): boolean {
  try {
    return sandbox.take(input).ok;
  } catch (error) {
    if (error instanceof OutOfPatienceError) throw error;
    // Whatever else goes wrong in a trial only means that this way is closed.
    return false;
  }
}

/** Whether two trees differ in nothing but the words of dynastic rules, which can't stop a game by themselves. */
function onlyDynasticText(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): boolean {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].every(
    (path) => before.get(path) === after.get(path) || (path.startsWith('dynastic/') && path.endsWith('.md')),
  );
}
