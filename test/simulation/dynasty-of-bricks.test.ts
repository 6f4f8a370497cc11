import { expect, test } from 'vitest';

import { ana, bo, cy, dee, eli, fay, memoryVault, testGame } from '../../src/tick/fixtures/embedded-game.ts';
import type { TestGame } from '../../src/tick/fixtures/embedded-game.ts';
import type { Vault } from '../../src/session/secrets/vault.ts';
import { openSession } from '../../src/tick/open-session.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { recover } from '../../src/care/recover/recover.ts';
import { openGame } from '../../src/session/play/open-game.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { BrickGame, type Changes } from '../rehearsal/brick-game.ts';
import { clause, partOf } from '../rehearsal/brick-parts.ts';
import { BRICKS } from '../rehearsal/bricks.ts';
import { HARMLESS } from '../rehearsal/harmless.ts';

const PEOPLE = [ana, bo, cy, dee, eli, fay];
const LONG = process.env['GITNOMIC_FUZZ'] !== undefined;
const ENDS = /the game would be stuck: (?:nothing could ever pass|no rule could ever be changed) again/u;
/** A clause in force fails where it is asked about this matter: told with rule and line. */
const FAILS = /it is unknown whether its time has come: .+ \(rule [\d.]+ .+\.ts:\d+/u;

type Proposal = (files: ReadonlyMap<string, string>) => Changes;

/** Bricks of the list, harmless amendments and clauses that a seed makes, by turns. */
function proposals(): readonly (readonly [name: string, changes: Proposal])[] {
  const bricks = BRICKS.slice(0, 12).map(({ name, changes }) => [name, changes] as const);
  const harmless = [...HARMLESS].filter(([name]) => name.startsWith('nothing is'));
  const made = Array.from({ length: 12 }, (_, n) => {
    const { name, body } = partOf(n * 11 + 5);
    return [name, clause(body)] as const;
  });
  const all = bricks.flatMap((brick, n) => [brick, harmless[n] ?? brick, made[n] ?? brick]);
  return LONG ? all : all.slice(3, 6);
}

/** Whether somebody can still amend a rule, by matters as people make them: no rehearsal is asked. */
async function canAmend(game: TestGame): Promise<boolean> {
  const { play } = await openGame(await game.content(), { caches });
  const { files, terms } = play;
  const state = { ...play.state(), posts: {} };
  play.dispose();
  return BrickGame.of({ files, terms }, state).canAmend({}, game.now);
}

test(
  'if people propose bricks, a popular one is enacted in time or refused, and somebody can always amend',
  { timeout: LONG ? 3_600_000 : 180_000 },
  async () => {
    const game = await testGame({ core: '2021', dynasty: 'proving' });
    // A clause that rolls dice waits for their seed: here it is.
    const vault = memoryVault(Array.from({ length: 5000 }, () => 1));
    const came: string[] = [];
    let beforeLast = (await game.mainTip()).slice(0, 10);
    for (const [n, [name, make]] of proposals().entries()) {
      const before = await game.content();
      const to = (await game.mainTip()).slice(0, 10);
      const author = PEOPLE[n % PEOPLE.length] ?? ana;
      const changes = make(inRuleset(before));
      const head = await game.branch(changes);
      const title = `[Core] [Appendix] [Special Case] [Dynastic] Gulls ${n}`;
      const post = await game.table.open(author, { kind: 'proposal', title, text: 'Please.', head });
      await game.tick({ vault });
      for (const person of PEOPLE) await game.table.comment(person, post, ':for:');
      game.later(25);
      const { stuck } = await game.tick({ vault });
      const { pending, omitted } = await outcomeOf(game, post);
      const why = stuck.find(({ matter }) => matter === post)?.why ?? stuck[0]?.why ?? omitted;
      const isIn = [...(await game.content())].some(
        ([path, text]) => before.get(path) !== text && path in changes,
      );
      // Six of six are for it, and its minimum age is over: it is in force, or it is told what it would end or which rule fails.
      const told = FAILS.test(why) ? 'fails' : ENDS.test(why) ? 'ends' : why;
      // A harmless rule in force may be against just this one, such as one by this author.
      const end = isIn ? 'in' : told === '' && (await isRefusedByGulls(game, vault, post)) ? 'rule' : told;
      expect([name, isIn ? ['in'] : ['ends', 'fails', 'rule']]).toEqual([
        name,
        expect.arrayContaining([end]),
      ]);
      if (isIn) beforeLast = to;
      came.push(`${isIn ? 'in' : end === 'ends' ? 'refused' : 'held'}: ${name}`);
      if (!isIn) {
        if (pending) {
          await game.table.comment(author, post, ':against:');
          game.later(1);
          await game.tick({ vault });
        }
        if (told === 'fails') {
          await goBack(game, beforeLast);
          came.push(`undone: the clause that failed at ${name}`);
        }
      } else if (!(await canAmend(game))) {
        await goBack(game, to);
        came.push(`undone: ${name}`);
      }
      expect([came.at(-1), await canAmend(game)]).toEqual([came.at(-1), true]);
    }
    expect(came.some((one) => one.startsWith('in'))).toBe(true);
    expect(came.some((one) => one.startsWith('refused'))).toBe(true);
  },
);

/** Whether a matter is still pending, and the reasons for what of it was left out. */
async function outcomeOf(
  game: TestGame,
  matter: string,
): Promise<{ readonly pending: boolean; readonly omitted: string }> {
  const { play } = await openGame(await game.content(), { caches });
  const { status, omitted = [] } = play.state().posts[matter] ?? {};
  play.dispose();
  return { pending: status === 'pending', omitted: omitted.map(({ reason }) => reason).join('; ') };
}

/** Whether it is one of the proposed rules that has come into force that is against it. */
async function isRefusedByGulls(
  { forge, now, mainTip }: TestGame,
  vault: Vault,
  matter: string,
): Promise<boolean> {
  const here = { forge, now, vault, pictures: openPictureStore('/nowhere'), caches };
  const { position } = await openSession(here, await mainTip());
  const { play } = position.open;
  try {
    return play.sandbox.why(now, 'may-enact', { matter })?.rule?.path.startsWith('dynastic/') === true;
  } finally {
    play.dispose();
  }
}

/** By the way that no rule can close, since a rehearsal may find a way to amend where people find none. */
async function goBack(game: TestGame, to: string): Promise<void> {
  const post = await game.table.open(ana, { kind: 'story', title: 'Back', text: 'Shall we?' });
  for (const person of PEOPLE) await game.table.comment(person, post, `I consent to ${to}.`);
  await recover({ forge: game.forge, by: ana.id, name: ana.name, now: game.now, consent: { to, post } });
}

/** The rule files by their places in the ruleset, as the lists of changes ask for them, and everything else as it is. */
function inRuleset(content: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const rules = [...content].flatMap(([path, text]) =>
    path.startsWith('content/ruleset/') ? [[path.slice('content/ruleset/'.length), text] as const] : [],
  );
  return new Map([...content, ...rules]);
}
