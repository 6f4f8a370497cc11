// Of everything that the pages offer to somebody, at least one input is accepted now: in every pack, for every kind of person.
import { expect, test } from 'vitest';

import { kernelGame, person, type TestGame } from '../../src/tick/fixtures/embedded-game.ts';
import type { HomeGame } from '../../src/host/game.ts';
import type { Position } from '../../src/session/position/position.ts';
import { listPacks, readPackFile } from '../../src/ruleset/compose.ts';
import type { FilledForm } from '../../src/seat/forms/form.ts';
import { visitOf } from '../../src/seat/forms/fixtures/visit-of.ts';
import { formsOfMatter } from '../../src/seat/forms/matter.ts';
import { openActions, possibleActions } from '../../src/seat/read-table.ts';
import { waitsFor } from '../../src/seat/waits.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import type { ValueType } from '../../src/kernel/value-types.ts';
import { toKebab } from '../../src/kernel/names.ts';
import type { State } from '../../src/kernel/state.ts';
import { kindMeant, previewAction } from '../../src/seat/preview.ts';
import { choicesFrom } from '../../src/seat/choices-from.ts';
import { seenAfterTick } from '../../src/tick/fixtures/embedded-game.ts';
import { HAS_TIME } from '../slowly.ts';

const { core: cores, dynasties } = listPacks(shippedLibrary);
const all: readonly { readonly core: string; readonly dynasty?: string }[] = [
  ...cores.map((core) => ({ core })),
  ...dynasties.flatMap((dynasty) => {
    const { pack } = readPackFile('pack.yml', shippedLibrary.get(`${dynasty}/pack.yml`) ?? '');
    return pack?.core === undefined ? [] : [{ core: pack.core, dynasty }];
  }),
];
/** Each core always, and each dynasty among the slow tests. */
const packs = HAS_TIME
  ? all
  : all.filter(({ dynasty }) => dynasty === undefined || dynasty === 'dice-and-dares');

/** Everybody whom a page can be made for: an Admin, an author, a player, and somebody outside the game. */
const PEOPLE = ['ana', 'bo', 'cy', 'zed'];
const MOST = 400;

/** Values to try: what can be picked, and of what is typed a few likely ones. */
function tries(type: ValueType, state: State): readonly unknown[] {
  if (type.kind === 'optional') return [undefined, ...tries(type.of, state)];
  if ('start' in type && type.start !== undefined) return [undefined];
  if (type.kind === 'player') return Object.keys(state.players);
  if (type.kind === 'thing') return Object.keys(state.things[type.collection] ?? {}).slice(0, 60);
  if (type.kind === 'post') return Object.keys(state.posts);
  if (type.kind === 'choice') return type.of;
  if (type.kind === 'boolean') return [true, false];
  return [null];
}

/** True if each of these has a list of all that it can be. */
const isPicked = (types: Readonly<Record<string, ValueType>>): boolean =>
  Object.values(types).every(
    (type) =>
      ['player', 'thing', 'post', 'choice', 'optional'].includes(type.kind) ||
      ('start' in type && type.start !== undefined),
  );

function waysOf(
  types: Readonly<Record<string, ValueType>>,
  state: State,
): readonly Record<string, unknown>[] {
  let ways: readonly Record<string, unknown>[] = [{}];
  for (const [name, type] of Object.entries(types))
    ways = ways.flatMap((way) =>
      tries(type, state).map((value) => (value === undefined ? way : { ...way, [toKebab(name)]: value })),
    );
  return ways.slice(0, MOST);
}

function refusedActions(position: Position, game: TestGame, who: string): readonly string[] {
  const { play } = position.open;
  return openActions(position, game.now, person(who)).flatMap(({ id, action }) => {
    if (!isPicked(action.with)) return [];
    const ways = waysOf(action.with, play.state());
    const inputs = ways.map(
      (way) => ({ type: 'act', at: game.now, by: who, action: id, with: way }) as const,
    );
    const refusals = play.sandbox.refusalsOf(inputs);
    const isOpen = refusals.some(
      (refusal) => refusal === null || ['chance', 'private-side'].includes(refusal.code),
    );
    return isOpen || ways.length === MOST
      ? []
      : [`${who}: ${id}: ${refusals[0]?.reason ?? 'nothing to pick'}`];
  });
}

/** What they are asked to send, with everything that can be picked for it. */
function refusedMessages(position: Position, game: TestGame, who: string): readonly string[] {
  const { play } = position.open;
  const choices = choicesFrom(play, game.now, who);
  return waitsFor(position, game.now, person(who)).sends.flatMap(({ kind }) => {
    const types = Object.values(play.model.submissions[kind]?.with ?? {}).map(innermost);
    const lists = types.flatMap(({ from }) => (typeof from === 'string' ? [choices(from)] : []));
    const isEmpty = lists.length > 0 && lists.every((list) => list?.length === 0);
    return isEmpty ? [`${who}: ${kind}: there is nothing to pick from`] : [];
  });
}

const innermost = (type: ValueType): ValueType => (type.kind === 'optional' ? type.of : type);

/** Actions that stand first on the page, although whoever takes one changes nothing. */
function idleActions(position: Position, game: TestGame, who: string): readonly string[] {
  const { play } = position.open;
  return possibleActions(position, game.now, person(who)).flatMap(({ id, isSure }) => {
    const types = play.model.actions[id]?.with ?? {};
    if (!isSure || play.model.actions[id]?.private === true || !isPicked(types)) return [];
    const ways = waysOf(types, play.state());
    const accepted = ways.filter(
      (way) =>
        play.sandbox.refusalsOf([{ type: 'act', at: game.now, by: who, action: id, with: way }])[0] === null,
    );
    const does = accepted.slice(0, 3).map((way) => previewAction(position, game.now, person(who), id, way));
    const isIdle =
      accepted.length > 0 &&
      does.every(
        ({ changes, result: told, byChance, unseen }) =>
          changes.length === 0 && told === null && !byChance && !unseen,
      );
    return isIdle ? [`${who}: ${id} changes nothing`] : [];
  });
}

function refusedButtons(position: Position, game: TestGame, who: string): readonly string[] {
  const { play } = position.open;
  const visit = visitOf({ now: () => game.now } as unknown as HomeGame, person(who));
  const at = game.now;
  const asked = (form: FilledForm, value: string): string | null => {
    const on = form.hidden['on'] ?? '';
    const post = play.state().posts[on];
    if (post === undefined) return 'there is no such post';
    const explain = (input: Parameters<typeof play.sandbox.explainInput>[0]): string | null =>
      play.sandbox.explainInput(input).refusal?.reason ?? null;
    if (form.kind === 'vote') return explain({ type: 'vote', at, by: who, on, vote: value, via: 'comment' });
    if (form.kind === 'resolve')
      return play.sandbox.why(at, `may-${value}`, { matter: on, by: who })?.reason ?? null;
    if (value === 'close') return explain({ type: 'remove', at, by: who, on });
    if (value === 'edit')
      return explain({
        type: 'alter',
        at,
        by: who,
        on,
        how: 'edit',
        title: `${post.title}!`,
        text: post.text,
      });
    return null;
  };
  return Object.values(play.state().posts).flatMap(({ id }) =>
    formsOfMatter(position, visit, id).flatMap((form) =>
      form.buttons.flatMap(({ value, label, refusal }) => {
        const why = (refusal ?? null) === null ? asked(form, value) : null;
        return why === null ? [] : [`${who} on ${id}: ${form.kind}, ${label}: ${why}`];
      }),
    ),
  );
}

test.each(packs)('what is offered can be done in $core $dynasty', async (choice) => {
  const game = await kernelGame(choice);
  const kind = await seenAfterTick(game, (position) => kindMeant(position, game.now));
  await game.table.open(person('bo'), { kind, title: 'Lamps', text: 'Lamps are lit.' });
  await game.table.open(person('zed'), { kind: 'join-request', title: 'May I?', text: '' });
  const { wrong, idle, offered } = await seenAfterTick(game, (position) => ({
    wrong: PEOPLE.flatMap((who) => [
      ...refusedActions(position, game, who),
      ...refusedButtons(position, game, who),
      ...refusedMessages(position, game, who),
      ...waitsFor(position, game.now, person(who)).votes.flatMap(({ matter }) =>
        who === 'zed' ? [`an outsider is asked to vote on ${matter}`] : [],
      ),
    ]),
    idle: idleActions(position, game, 'cy'),
    offered: openActions(position, game.now, person('ana')).length,
  }));
  expect(wrong).toEqual([]);
  expect(idle).toEqual([]);
  expect(offered).toBeGreaterThan(0);
});
