import { SandboxCaches } from '../../../src/sandbox/sandbox-caches.ts';
import type { Input } from '../../../src/kernel/inputs.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { SandboxHost } from '../../../src/sandbox/host.ts';
import { CLAUSE, WALK } from './walk.ts';
import { manifestOf } from '../../../src/kernel/fixtures/kernel-with.ts';

const LIMITS = { polls: 20_000, memoryBytes: 256 * 1024 * 1024, stackBytes: 96 * 1024, patienceMs: 20_000 };

interface Told {
  readonly texts: readonly string[];
  /** Inputs that were refused, and why. */
  readonly refused: readonly string[];
}

interface Played {
  readonly caches?: SandboxCaches;
  /** Whether something is left while the rule is defined, too. */
  readonly whileDefining?: boolean;
  /** Whether there is nothing but actions. */
  readonly onlyActs?: boolean;
}

/** A game with a bit of everything in it, played twice: what is left in the first year is looked for in the second. */
export async function playTwice(
  Made: typeof Sandbox,
  { whileDefining = false, onlyActs = false, caches = new SandboxCaches() }: Played = {},
): Promise<Told> {
  const texts: string[] = [];
  let text = '';
  const host: SandboxHost = {
    draw: () => 1,
    ledger: {
      length: 1,
      at: (index) => {
        if (index >= 1_000_000 && index < 2_000_000) text += String.fromCharCode(index - 1_000_000);
        if (!(index >= 2_000_000)) return { n: 0, by: 'ana', with: { a: [1] } };
        // A call may be made twice, the first time with fewer steps than it needs.
        const again = texts.some((one) => one.startsWith('saw ') && one.endsWith(` ${text}`));
        [text] = (texts.push(text), ['']);
        return { again };
      },
    },
  };
  const sandbox = await Made.create(host, LIMITS, caches);
  const files = new Map([
    ['core/reach.ts', CLAUSE(whileDefining)],
    ['core/helpers/walk.ts', WALK],
  ]);
  const rule = { title: 'Reach', values: { word: 'lamp', n: '3' }, lists: { l: ['a'] }, clause: () => ({}) };
  const problems = sandbox.link(manifestOf([{ ...rule, tables: { t: [['a'], ['1']] } }]), {
    files,
    version: '1',
  });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  sandbox.load(null);
  const refused = ['2021', '2023'].flatMap((year) =>
    onlyActs ? playActs(sandbox, `${year}-06-18T09:00:00Z`) : playYear(sandbox, year),
  );
  sandbox.dispose();
  return { texts, refused };
}

function playYear(sandbox: Sandbox, year: string): string[] {
  const at = `${year}-06-18T09:00:00Z`;
  const refused: string[] = [];
  const take = (input: Partial<Input>, privateSide = false): void => {
    const result = sandbox.take({ at, by: 'ana', ...input } as Input, privateSide);
    if (!result.ok) refused.push(`${year} ${input.type ?? ''}: ${result.refusal.reason}`);
  };
  const [post, other] = [`${year}1`, `${year}2`];
  const set = { verb: 'set', path: 'game.found', value: { deep: [2] } } as const;
  const said = { kind: 'proposal', title: 'A', text: 'B' };
  sandbox.begin(at);
  take({ type: 'post', id: post, ...said, changes: [set] });
  take({ type: 'post', id: other, ...said });
  take({ type: 'comment', on: post, id: `${post}c`, text: ':for:' });
  take({ type: 'edit-comment', on: post, id: `${post}c`, text: 'x' });
  take({ type: 'signal', on: post, via: 'reaction', reaction: '+1' });
  take({ type: 'withdraw-vote', on: post });
  take({ type: 'alter', on: post, how: 'edit', text: 'C', changes: [{ ...set, path: 'game.none' }] });
  take({ type: 'recategorise', on: other, kind: 'story' });
  refused.push(...playActs(sandbox, at));
  sandbox.query(at, [
    ['players', 'ana', 'score'],
    ['players', 'ana'],
    ['posts', post],
  ]);
  sandbox.explain(at, 'may-enact', { matter: post });
  if (sandbox.due(at) === null) refused.push(`${year}: nothing is due`);
  const resolution = { at, matter: post, by: null, outcome: 'enacted' } as const;
  const begun = sandbox.beginEnactment(resolution);
  if (!begun.ok) return [...refused, `${year}: ${begun.refusal.reason}`];
  const done = sandbox.finishEnactment(resolution, begun.enactment);
  return done.ok ? refused : [...refused, `${year}: ${done.refusal.reason}`];
}

function playActs(sandbox: Sandbox, at: string): string[] {
  const act = { type: 'act', at, by: 'ana' } as const;
  const secret = { room: { a: [1] }, plan: { a: [2] } };
  return [
    sandbox.take({ at, by: 'ana', type: 'seal', submission: 'secret', with: secret }),
    sandbox.take({ ...act, action: 'try', with: { friend: 'ana', room: 'hall', what: { a: [2] } } }),
    sandbox.take({ ...act, action: 'try', with: { room: 'the hall' } }),
    sandbox.take({ ...act, action: 'hide', with: {} }, true),
  ].flatMap((result) => (result.ok ? [] : [result.refusal.reason]));
}
