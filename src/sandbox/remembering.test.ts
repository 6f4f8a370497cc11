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
  'caches a view’s value if it’s plain data: %s',
  async (value) => {
    expect(await isRemembered(value)).toBe(true);
  },
);

test.each(['{ keep: () => 1 }', 'new Map()'])(
  'refuses a view’s value that could keep something: %s',
  async (value) => {
    expect(await isRemembered(value)).toBe('refused');
  },
);
