import { expect, test } from 'vitest';
import { caches } from '../cache/fixtures/shared-caches.ts';
import { Sandbox } from './sandbox.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';

const AT = '2021-06-18T09:00:00Z';

/** True if a view with this `value` is computed only once in an action that asks for it twice. */
async function isRemembered(value: string): Promise<unknown> {
  const sandbox = await Sandbox.create(
    { draw: () => 1, ledger: { length: 0, at: () => null } },
    undefined,
    caches.sandboxes,
  );
  const clause = `
    import { action, boolean, data, derive, rule } from 'gitnomic/rules';
    export default rule(({ players, view }) => ({
      game: { same: boolean() },
      views: { pair: derive({ of: 'game', returns: data(), value: () => (${value}) }) },
      actions: { look: action({ by: 'anybody', effect({ game }) { game.same = view('pair') === view('pair'); } }) },
    }));`;
  const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
  expect(sandbox.link(manifest, { files: new Map([['core/trial.ts', clause]]), version: value })).toEqual([]);
  sandbox.load(null);
  const { ok } = sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'look', with: {} });
  const [same] = sandbox.query(AT, [['game', 'same']]);
  sandbox.dispose();
  return ok ? same?.value : 'refused';
}

test.each(['{ a: 1, list: [{ b: 2 }] }', '[1, 2]', '[...players]'])(
  'what a rule works out is remembered where it is plain data: %s',
  async (value) => {
    expect(await isRemembered(value)).toBe(true);
  },
);

test.each(['{ keep: () => 1 }', 'new Map()'])(
  'and an answer that could keep something is refused: %s',
  async (value) => {
    expect(await isRemembered(value)).toBe('refused');
  },
);
