import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { Accounts } from './accounts.ts';

const person = (id: string, name = id): { id: string; name: string; bot: boolean } => ({
  id,
  name,
  bot: false,
});

test('an account keeps its player, even if it is renamed later', () => {
  const accounts = new Accounts({});
  expect(accounts.known('1')).toBeNull();
  expect(accounts.lookUp(person('1', 'Ana Lee'))).toBe('ana-lee');
  expect(accounts.all).toEqual({});
  expect(accounts.register(person('1', 'Ana Lee'))).toBe('ana-lee');
  expect(accounts.register(person('1', 'Bo'))).toBe('ana-lee');
  expect(accounts.known('1')).toBe('ana-lee');
});

test('nobody becomes the engine or another player by sharing a name', () => {
  const accounts = new Accounts({ '1': 'ana' });
  expect(accounts.register(person('engine'))).toBe('engine-2');
  expect(accounts.register(person('7', 'Engine'))).toBe('engine-3');
  expect(accounts.register(person('2', 'Ana'))).toBe('ana-2');
  expect(accounts.register(person('3', 'ANA'))).toBe('ana-3');
  expect(accounts.lookUp(person('4', '###'))).toBe('4');
  expect(accounts.lookUp(person('#', '#'))).toBe('somebody');
});

test('inherited property names work as accounts and players like any other', () => {
  const accounts = new Accounts({});
  for (const name of ['constructor', '__proto__', 'toString']) {
    expect(accounts.known(name)).toBeNull();
    const player = accounts.register(person(name));
    expect(accounts.known(name)).toBe(player);
    expect(accounts.readerOf(player)).toBeNull();
    accounts.setReader(player, 'age1key');
    expect(accounts.readerOf(player)).toBe('age1key');
  }
  expect(new Set(Object.values(accounts.all)).size).toBe(3);
});

test('doesn’t modify the maps passed in', () => {
  const [known, readers] = [{ '1': 'ana' }, { ana: 'age1' }];
  const accounts = new Accounts(known, readers);
  accounts.register(person('2', 'Bo'));
  accounts.setReader('ana', 'age2');
  expect([known, readers]).toEqual([{ '1': 'ana' }, { ana: 'age1' }]);
});

test('marks a player run by a program as a machine, whatever its name', () => {
  const accounts = new Accounts({}, {}, ['bo']);
  expect([accounts.shown('bo'), accounts.shown('bo', 'Robert'), accounts.shown('ana', 'Ana')]).toEqual([
    'bo (machine)',
    'Robert (machine)',
    'Ana',
  ]);
});

test('only modules that take in events register accounts', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const writing = globSync('src/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) =>
      /accounts\.(?:register|setReader|setBridge)\(|machines\.add\(/u.test(
        readFileSync(`${root}/${path}`, 'utf8'),
      ),
    );
  expect(writing.sort()).toEqual([
    'src/rehearse/scenarios/kernel-stage.ts',
    'src/session/take/bridge.ts',
    'src/session/take/take-command.ts',
    'src/session/take/take-event.ts',
    'src/tick/read-sealed.ts',
  ]);
});
