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
import type { RefusalData } from '../../src/kernel/refusal.ts';
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
/** Each core always, the pack with most actions, and each other dynasty among the slow tests. */
const packs = HAS_TIME
  ? all
  : all.filter(({ dynasty = 'crypt-cleanup' }) => ['crypt-cleanup', 'dice-and-dares'].includes(dynasty));

/** Everybody whom a page can be made for: an Admin, an author, a player, and somebody outside the game. */
const PEOPLE = ['ana', 'bo', 'cy', 'zed'];
const MOST = 1_000;

type Choices = ReturnType<typeof choicesFrom>;

const isPick = (type: ValueType): boolean =>
  ['player', 'thing', 'post', 'choice', 'optional', 'boolean'].includes(type.kind) ||
  ('start' in type && type.start !== undefined);

/** Values to try: what can be picked, and of what is typed a few likely ones. */
function tries(type: ValueType, state: State, choices: Choices): readonly unknown[] {
  if (type.kind === 'optional') return [undefined, ...tries(type.of, state, choices)];
  if ('start' in type && type.start !== undefined)
    return type.kind === 'boolean' ? [undefined, true, false] : [undefined];
  if (type.kind === 'player') return Object.keys(state.players);
  if (type.kind === 'thing') return Object.keys(state.things[type.collection] ?? {});
  if (type.kind === 'post') return Object.keys(state.posts);
  if (type.kind === 'choice') return type.of;
  if (type.kind === 'boolean') return [true, false];
  const listed = typeof type.from === 'string' ? choices(type.from)?.map(({ value }) => value) : undefined;
  if (type.kind === 'list') return [[], ...tries(type.of, state, choices).map((one) => [one])];
  if (type.kind === 'integer') return listed?.map(Number) ?? [type.min ?? 1];
  return listed ?? ['Words'];
}

/** All ways to fill in a form with these, those of the first rooms and people first. */
function waysOf(
  types: Readonly<Record<string, ValueType>>,
  state: State,
  choices: Choices,
): readonly Record<string, unknown>[] {
  let ways: readonly Record<string, unknown>[] = [{}];
  for (const [name, type] of Object.entries(types))
    ways = ways
      .flatMap((way) =>
        tries(type, state, choices).map((value) =>
          value === undefined ? way : { ...way, [toKebab(name)]: value },
        ),
      )
      .slice(0, MOST);
  return ways;
}

const isTaken = (refusal: RefusalData | null): boolean =>
  refusal === null || ['chance', 'private-side'].includes(refusal.code);

/** What is offered although every way to do it is refused for what is picked, and what is not offered although a way is accepted. */
function wronglyOffered(position: Position, game: TestGame, who: string): readonly string[] {
  const { play } = position.open;
  const choices = choicesFrom(play, game.now, who);
  const open = new Set(openActions(position, game.now, person(who)).map(({ id }) => id));
  return Object.entries(play.sandbox.describe().actions).flatMap(([id, action]) => {
    if (action.private) return [];
    const types = action.with;
    const ways = waysOf(types, play.state(), choices);
    const refusals = play.sandbox.refusalsOf(
      ways.map((way) => ({ type: 'act', at: game.now, by: who, action: id, with: way })),
    );
    const typed = Object.entries(types).flatMap(([name, type]) => (isPick(type) ? [] : [toKebab(name)]));
    const canBe = refusals.some(
      (refusal) =>
        isTaken(refusal) ||
        typed.includes(toKebab(refusal?.param ?? '')) ||
        refusal?.reason.includes('Words') === true,
    );
    if (open.has(id) && !canBe && ways.length < MOST)
      return [`${who}: ${id} is offered: ${refusals[0]?.reason ?? 'nothing to pick'}`];
    return !open.has(id) && refusals.some(isTaken) ? [`${who}: ${id} is not offered`] : [];
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
    if (!isSure || play.model.actions[id]?.private === true || !Object.values(types).every(isPick)) return [];
    const ways = waysOf(types, play.state(), choicesFrom(play, game.now, who));
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

test.each(packs)('everything offered can be done in $core $dynasty', async (choice) => {
  const game = await kernelGame(choice);
  const kind = await seenAfterTick(game, (position) => kindMeant(position, game.now));
  await game.table.open(person('bo'), { kind, title: 'Lamps', text: 'Lamps are lit.' });
  await game.table.open(person('zed'), { kind: 'join-request', title: 'May I?', text: '' });
  const { wrong, idle, offered } = await seenAfterTick(game, (position) => ({
    wrong: PEOPLE.flatMap((who) => [
      ...wronglyOffered(position, game, who),
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
