// The clock of a game, which moves on request where people practise.
import { expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import { fieldFor, formOf } from '../../src/seat/forms/form.ts';
import {
  AtTable,
  buttonsIn,
  fieldIn,
  formIn,
  labelsIn,
  saidIn,
} from '../../src/seat/forms/fixtures/at-table.ts';

const HOURS = 'Hours to skip';

test('skips time for everybody, after confirmation', async () => {
  const game = await homeWith();
  const before = Date.parse(game.now());
  const hours = (): number => (Date.parse(game.now()) - before) / 3_600_000;
  const ana = new AtTable(game, 'ana');
  const form = await ana.open('time');
  const hours12 = fieldFor({ name: 'hours', label: HOURS, input: 'integer', min: 1, max: 8760, value: '12' });
  const buttons = [
    { name: 'do', value: 'tick', label: 'Bring the game up to date' },
    { name: 'do', value: 'forward', label: 'Skip ahead', main: true },
  ];
  expect(form).toEqual(
    formOf({
      kind: 'time',
      title: 'Time',
      lede: 'The game updates itself whenever somebody does something. You can skip ahead in time, for everybody. There’s no way back but in a copy.',
      links: [{ text: 'Go back', to: 'do/back/' }],
      fields: [hours12],
      buttons,
    }),
  );
  const sure = formIn(await ana.press(form, 'Skip ahead', { [HOURS]: '5' }));
  expect(saidIn(sure)).toEqual([
    'This skips 5 h ahead, for everybody, and can’t be undone. Nothing has happened yet.',
  ]);
  expect([hours(), fieldIn(sure, HOURS).given]).toEqual([0, ['5']]);
  // Another number asks again.
  const other = formIn(await ana.press(sure, 'Yes, skip 5 h', { [HOURS]: '7' }));
  expect([hours(), buttonsIn(other)]).toEqual([0, ['Bring the game up to date', 'Yes, skip 7 h']]);
  expect(await ana.press(other, 'Yes, skip 7 h')).toMatchObject({
    done: 'Skipped 7 h.',
    hostDid: 'skipped 7 h',
    step: { ok: true, said: ['Everything is up to date.'] },
    goTo: '',
  });
  expect(hours()).toBe(7);
});

test('what falls due meanwhile happens', async () => {
  const game = await homeWith({ posts: [{ by: 'bo', title: 'Tea', kind: 'cfj', text: 'Is it?' }] });
  const ana = new AtTable(game, 'ana');
  const sure = formIn(await ana.press(await ana.open('time'), 'Skip ahead', { [HOURS]: '8000' }));
  const done = await ana.press(sure, 'Yes, skip 8000 h');
  expect('step' in done ? done.step.said : []).not.toEqual(['Everything is up to date.']);
});

test.each(['0', '-3', '1.5', '8761', 'soon', ''])('can’t skip %s hours', async (hours) => {
  const game = await homeWith();
  const before = game.now();
  const ana = new AtTable(game, 'ana');
  expect(await ana.send('time', { do: 'forward', hours, sure: hours })).toEqual({
    refused: '400 You can skip 1 to 8760 whole hours. Nothing has happened yet.',
  });
  expect(game.now()).toBe(before);
});

test('can skip the longest and the shortest time allowed', async () => {
  const game = await homeWith();
  const ana = new AtTable(game, 'ana');
  for (const hours of ['1', '8760'])
    expect(await ana.send('time', { do: 'forward', hours, sure: hours })).toMatchObject({
      done: `Skipped ${hours} h.`,
    });
});

test('a real game can only be brought up to date', async () => {
  const game = await homeWith();
  const before = game.now();
  const ana = new AtTable(game, 'ana', { isPractice: false });
  const form = await ana.open('time');
  expect([labelsIn(form), buttonsIn(form), form.links]).toEqual([[], ['Bring the game up to date'], []]);
  expect(form.lede).toMatch(/practice games only\.$/u);
  expect(await ana.press(form, 'Bring the game up to date')).toMatchObject({
    done: 'The game is up to date.',
  });
  expect(await ana.send('time', { do: 'forward', hours: '5', sure: '5' })).toMatchObject({
    refused: expect.stringMatching(
      /^403 This isn’t a practice game: its clock follows real time\. .*Nothing has changed\.$/u,
    ),
  });
  expect(game.now()).toBe(before);
});
