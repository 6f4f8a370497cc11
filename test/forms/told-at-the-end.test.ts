// What an ascension tells: whatever a pack keeps track of is folded into the sentences about the end of its dynasty, and nothing is told raw.
import { expect, test } from 'vitest';

import type { ValueType } from '../../src/kernel/value-types.ts';
import { toKebab } from '../../src/kernel/names.ts';
import { startingValue } from '../../src/kernel/kinds/index.ts';
import { sameValue } from '../../src/kernel/values.ts';
import { listPacks, readPackFile } from '../../src/ruleset/compose.ts';
import { previewAction } from '../../src/seat/preview.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { kernelGame, person, seenAfterTick } from '../../src/tick/fixtures/embedded-game.ts';
import { inWords } from '../../src/wording/naming.ts';
import { isBookkeeping } from '../../src/wording/say-taken-action.ts';
import { some } from '../slowly.ts';

const packs = listPacks(shippedLibrary).dynasties.flatMap((dynasty) => {
  const { pack } = readPackFile('pack.yml', shippedLibrary.get(`${dynasty}/pack.yml`) ?? '');
  return pack?.core === undefined ? [] : [{ core: pack.core, dynasty }];
});

/** A value that no game begins with; undefined where it would need something that the game has not. */
function laterValue(type: ValueType): unknown {
  switch (type.kind) {
    case 'optional':
      return laterValue(type.of);
    case 'integer':
      return Math.min((type.max ?? 90) - 1, Math.max(type.min ?? 0, 0) + 7);
    case 'boolean':
      return startingValue(type) !== true;
    case 'text':
      return type.from === undefined && type.picture !== true ? 'some-words' : undefined;
    case 'choice':
      return type.of.find((one) => !sameValue(one, startingValue(type)));
    case 'player':
      return 'bo';
    case 'time':
      return '2021-03-05T09:00:00Z';
    case 'list':
    case 'map': {
      const one = laterValue(type.of);
      if (one === undefined) return undefined;
      return type.kind === 'list' ? [one] : { 'some-key': one };
    }
    case 'record': {
      const parts = Object.entries(type.fields).map(
        ([key, part]) => [toKebab(key), laterValue(part)] as const,
      );
      return parts.some(([, part]) => part === undefined) ? undefined : Object.fromEntries(parts);
    }
    default:
      return undefined;
  }
}

/** Words that only the engine would say, whatever the game is. */
const RAW = /→ nothing|\b(?:true|false|null|undefined)\b|some-|\d{4}-\d\d-\d\dT|[{}]|\[object/u;

test.each(some(packs, 3))(
  'an ascension sums up in a few words what the dynasty $dynasty kept track of',
  async (wish) => {
    const game = await kernelGame({
      ...wish,
      players: ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({
        id,
        name: id,
        admin: id === 'ana',
        emperor: id === 'eli',
      })),
    });
    await seenAfterTick(game, (position) => {
      const { play } = position.open;
      const { sandbox } = play;
      const { fields, actions } = sandbox.describe();
      const model = sandbox.describe();
      const kept: string[] = [];
      const set = (path: string, value: unknown): boolean => {
        try {
          sandbox.assume(path, value);
          return true;
        } catch {
          return false;
        }
      };
      for (const [scope, whose] of [
        ['player', 'players.cy'],
        ['game', 'game'],
      ] as const)
        for (const [id, field] of Object.entries(fields[scope] ?? {})) {
          if (isBookkeeping(field, model) || field.type.private === true) continue;
          const value = laterValue(field.type);
          if (value !== undefined && set(`${whose}.${id}`, value)) kept.push(field.type.title ?? inWords(id));
        }
      expect(kept.length).toBeGreaterThan(0);
      sandbox.assume('dynasty.interregnum', true);
      sandbox.assume('dynasty.emperor', 'ana');
      const [ascend] = Object.keys(actions).filter((id) => id === 'ascend');
      expect(ascend).toBe('ascend');
      const { refusal, changes } = previewAction(position, game.now, person('ana'), 'ascend', {
        theme: 'Gulls',
      });
      expect(refusal).toBeNull();
      expect(changes.filter((one) => RAW.test(one))).toEqual([]);
      // Where no rule is repealed, rules that stay may say how everybody begins.
      if (!changes.some((one) => one.startsWith('Repealed: '))) return;
      const isOfSomebody = (one: string): boolean =>
        kept.some((title) => one.includes(`${title} `)) && one.includes('→');
      expect(changes.filter(isOfSomebody)).toEqual([]);
      expect(changes).toContain('gone with the repealed rules: what they kept track of');
    });
  },
);
