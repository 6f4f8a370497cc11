import { expect, test } from 'vitest';

import { readAddresses } from './addresses.ts';

const WEB = 'https://chat.example.org/hooks/very-secret';
const read = (given: unknown): ReturnType<typeof readAddresses> => readAddresses(JSON.stringify(given));

test('without addresses, tells nobody elsewhere, and finds nothing wrong', () => {
  for (const text of [undefined, '', ' \n'])
    expect(readAddresses(text)).toEqual({ addresses: null, problems: [] });
});

test.each<[string, unknown]>([
  ['a chat', { as: 'discord', url: WEB }],
  ['another chat', { as: 'slack', url: WEB }],
  ['a room', { as: 'matrix', url: 'http://localhost:8008/hook' }],
  ['a program', { as: 'json', url: WEB }],
  ['one mailbox', { as: 'mail', server: 'smtps://me:pass@mail.example.org', from: 'a@b.org', to: 'c@d.org' }],
  [
    'several mailboxes',
    { as: 'mail', server: 'smtp://mail.example.org', from: 'a@b.org', to: ['c@d.org', 'e@f.org'] },
  ],
])('accepts %s', (_, receiver) => {
  const given = { site: 'https://example.org/game', to: { hall: receiver } };
  expect(read(given)).toEqual({ addresses: given, problems: [] });
});

test.each<[string, unknown, string]>([
  ['an unknown kind', { to: { hall: { as: 'pigeon', url: WEB } } }, 'to.hall.as'],
  [
    'an address of another sort',
    { to: { hall: { as: 'slack', url: 'file:///etc/very-secret' } } },
    'to.hall.url',
  ],
  ['no address', { to: { hall: { as: 'slack' } } }, 'to.hall.url'],
  ['more than belongs there', { to: { hall: { as: 'slack', url: WEB, token: 'very-secret' } } }, 'to.hall'],
  [
    'nobody to mail',
    { to: { hall: { as: 'mail', server: 'smtp://very-secret', from: 'a@b', to: [] } } },
    'to.hall.to',
  ],
  [
    'a mail server that is none',
    { to: { hall: { as: 'mail', server: WEB, from: 'a@b', to: 'c@d' } } },
    'to.hall.server',
  ],
  ['a site that is none', { site: 'javascript:very-secret', to: {} }, 'site'],
  ['no receivers', { site: 'https://example.org' }, 'to'],
  ['a list', [], 'the whole'],
])('reports %s at its place, without a word of the secret', (_, given, place) => {
  const { addresses, problems } = read(given);
  expect(addresses).toBeNull();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`can’t be read (${place})`);
  expect(problems[0]).not.toContain('very-secret');
});

test('reports what isn’t JSON as wrong as a whole', () => {
  const { problems } = readAddresses('{ to: very-secret');
  expect(problems).toEqual([expect.stringContaining('can’t be read (the whole)')]);
  expect(problems[0]).not.toContain('very-secret');
});
