import { expect, test } from 'vitest';

import { text } from '../rules/types.ts';
import { kernelWith } from './fixtures/kernel-with.ts';
import { AT, playground, whyNot } from './fixtures/playground.ts';
import { isPrivate } from './reveals.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const FIELDS = { hidden: text({ private: true }), shown: text() };

test.each<[string, boolean]>([
  ['game.hidden', true],
  ['game.shown', false],
  ['game.gone', false],
  ['dynasty.hidden', true],
  ['dynasty.shown', false],
  ['emperor.shown', true],
  ['players.ana', false],
  ['players.ana.hidden', true],
  ['players.ana.shown', false],
  ['players.ana.gone', false],
  ['things.rooms.D4', false],
  ['things.rooms.D4.hidden', true],
  ['things.rooms.D4.shown', false],
  ['things.rooms.D4.gone', false],
  ['things.gone.D4.hidden', false],
  ['posts.rooms.fields.hidden', false],
])('whether %s is private: %s', (path, is) => {
  const { model } = playground({
    game: FIELDS,
    dynasty: FIELDS,
    emperor: { shown: text() },
    player: FIELDS,
    things: { rooms: { fields: FIELDS } },
  }).kernel.runtime;
  expect(isPrivate(model, path.split('.'))).toBe(is);
});

test('a private action must declare that it changes the rules, but not that its turn is used up', () => {
  const amend = ({ ruleset }: Loose): void => ruleset.amend({ type: 'repeal-rule', path: 'core/x' });
  const hidden = { by: 'anybody', private: true } as const;
  const kernel = kernelWith([
    {
      title: 'Rule',
      clause: () => ({
        actions: {
          amend: { ...hidden, effect: amend },
          declared: { ...hidden, reveals: ['ruleset'], effect: amend },
          pray: {
            ...hidden,
            effect: ({ limit, actor }: Loose) => limit({ frequency: 'daily', key: 'pray', who: actor }),
          },
        },
      }),
    },
  ]);
  const act = (action: string): string =>
    whyNot(kernel.take({ type: 'act', at: AT, by: 'ana', action, with: {} }, true));
  expect(act('amend')).toContain("but would make ruleset public, and doesn't say so");
  expect(act('pray')).toBe('');
  expect(act('declared')).toBe('');
});
