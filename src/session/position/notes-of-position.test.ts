import { beforeEach, expect, test } from 'vitest';
import { doneOutcome } from '../play/outcome.ts';
import { SMALL, bo, Desk, somebody } from '../fixtures/desk.ts';
import { notesOfPosition, type Position } from './position.ts';

let position: Position;
beforeEach(async () => {
  const desk = await Desk.open(SMALL);
  desk.opens(bo, '1', 'proposal', 'A place to talk');
  desk.decide();
  ({ position } = desk.session);
});

const asked = { by: 'bo', at: '2024-03-01T09:00:00Z' };

test.each<[string, (on: Position) => void]>([
  ['a stranger', ({ accounts }) => accounts.register(somebody('gus'))],
  ['a key to read with', ({ accounts }) => accounts.setReader('bo', 'age1bo')],
  ['a bridge', ({ accounts }) => accounts.setBridge('bo', { ...asked, account: 'b', id: null, code: 'x' })],
  ['a machine', ({ accounts }) => accounts.machines.add('bo')],
  ['what a post is called', ({ posts }) => posts.link('9', 'story-9')],
  ['a post that came in', ({ posts }) => posts.add('9', 'bo')],
  ['the commit of a matter', ({ branches }) => branches.pin('1', 'a'.repeat(40))],
  ['what an Admin resolved', ({ branches }) => branches.resolve('1', { commit: 'a'.repeat(40), by: 'ana' })],
  [
    'a key to seal to',
    ({ secrets }) => secrets.publishKey({ ...asked, key: 'k', recipient: 'age1', line: 1, reason: 'first' }),
  ],
  ['a seed', ({ secrets }) => secrets.promiseSeed({ ...asked, hash: 'h', dynasty: 1, line: 1 })],
  ['what was sealed', ({ secrets }) => secrets.commit('sum', { id: '1', by: 'bo' })],
  ['that more is opened', ({ secrets }) => void (secrets.opensMore = true)],
  ['a call', ({ calls }) => calls.add('c9', { ...asked, action: 'peek', words: {}, lines: 1 })],
  ['a message', ({ outbox }) => outbox.comment('1', 'k', 'One')],
  ['a setting', ({ settings }) => settings.change({ practice: true })],
  [
    'a measure for peace',
    ({ moderation }) => void (moderation.inForce = { joining: { ...asked, why: 'spam' } }),
  ],
  ['something that happened', ({ rules }) => rules.note(asked, 'wave', doneOutcome(null))],
  ['a picture that is wanted', ({ rules }) => rules.wantedPictures.add('https://a.example/x')],
])('adding %s changes what a position notes', (_, leave) => {
  const before = notesOfPosition(position);
  expect(notesOfPosition(position)).toBe(before);
  leave(position);
  expect(notesOfPosition(position)).not.toBe(before);
});
