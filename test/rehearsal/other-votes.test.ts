import { IN_ENGLISH } from '../../src/language/wording.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { CachedGame } from '../../src/tick/cached-game.ts';
import { readStatus } from '../../src/tick/read-status.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { formsOf } from '../../src/host/github/action/forms.ts';
import { labelsFor } from '../../src/host/github/action/labels-for.ts';
import { summariesOf } from '../../src/host/github/summary/facts.ts';
import { saySummaryInFull, verdictOn } from '../../src/host/github/summary/say-summary.ts';
import { collectSite } from '../../src/site/prepare/collect.ts';
import { showUntilWhole } from '../../src/site/prepare/game-shown.ts';
import { whyNotOn } from '../../src/session/play/say-rehearsal.ts';
import { openGame } from '../../src/session/play/open-game.ts';
import { BrickGame } from './brick-game.ts';
import { clause, DEEDS } from './brick-parts.ts';

const LIBRARY = new URL('../../content/library/', import.meta.url);
const PEOPLE = [ana, bo, cy, dee, eli, fay];
const BELLS = {
  'content/ruleset/dynastic/bells.md': '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n',
};
const ENDS = /nothing could ever pass again: .*the gulls do not like it/u;
const REST = clause(DEEDS.denies('may-enact', "g.now.slice(5, 7) === '12'"))();
const BRICK = clause(DEEDS.denies('may-enact', 'true'), 'content/ruleset/appendix/gulls')();

type Changes = Readonly<Record<string, string>>;
type Asked = Record<string, string> & { 'edit-rule'?: { replace: string; with: string } };

/** The first proposal of a scenario, as the files that it changes in a game. */
async function fromScenario(file: string, game: TestGame): Promise<Changes> {
  const { steps } = parse(readFileSync(new URL(file, LIBRARY), 'utf8')) as {
    steps: { propose: { changes: Asked[] } }[];
  };
  const content = await game.content();
  const changes: Record<string, string> = {};
  for (const { 'edit-rule': edit, ...texts } of steps[0]?.propose.changes ?? []) {
    Object.assign(changes, texts);
    if (edit === undefined) continue;
    const [path = ''] = [...content].find(([, text]) => text.includes(edit.replace)) ?? [];
    changes[path] = (changes[path] ?? content.get(path) ?? '').replace(edit.replace, edit.with);
  }
  return changes;
}

async function propose(game: TestGame, title: string, changes: Changes): Promise<string> {
  const head = await game.branch(changes);
  const post = await game.table.open(ana, { kind: 'proposal', title, text: 'Please.', head });
  await game.tick();
  return post;
}

async function everybodySays(game: TestGame, post: string, words: string): Promise<void> {
  for (const person of PEOPLE) await game.table.comment(person, post, words);
}

const GAMES = [
  {
    name: 'the icon of those in favour is renamed',
    wish: {},
    scenario: 'core/scenarios/icon-renamed.yml',
    say: ':aye:',
    counts: '5 for, 0 against',
    needed: 'Quorum',
    states: 4,
    verdict: 'success',
  },
  {
    name: 'ranking replaces votes',
    wish: {},
    scenario: 'ways-to-decide/scenarios/ranking-for-votes.yml',
    say: ':first:',
    counts: '10 points, 5 who ranked it',
    needed: 'points needed',
    states: 4,
    verdict: 'success',
  },
  {
    name: 'players take turns',
    wish: { core: 'suber' },
    scenario: null,
    say: ':for:',
    counts: '5 for, 0 against',
    needed: 'Votes needed',
    states: 0,
    verdict: null,
  },
];

test.each(GAMES)(
  'if $name, then rehearsal, status, verdict, site and forms still work',
  async ({ wish, scenario, say, counts, needed, states, verdict }) => {
    const game = await testGame(wish);
    if (scenario !== null) {
      const post = await propose(game, '[Core] [Appendix] Otherwise', await fromScenario(scenario, game));
      await everybodySays(game, post, ':for:');
      game.later(25);
      expect((await game.tick()).stuck).toEqual([]);
      expect((await game.content()).get('content/ruleset/appendix/keywords/other.md')).toContain(say);
    }
    const post = await propose(game, '[Dynastic] Bells', BELLS);
    for (const person of PEOPLE.slice(0, 5)) await game.table.comment(person, post, say);
    const seen = await shown(game);
    expect(seen.said).toContain(`${counts}.`);
    expect(seen.status).toMatchObject({ needed: { title: needed } });
    expect(seen.page?.counts.map(({ title, count }) => `${count} ${title}`).join(', ')).toBe(counts);
    expect(seen.comment).toContain(`${counts}.`);
    expect(seen.comment).toContain(`${needed}: `);
    expect(seen.verdict.conclusion).toBe(verdict);
    expect(
      seen.labels.filter((label) => /ranked|passing|failing|vetoed|withdrawn/u.test(label)),
    ).toHaveLength(states);
    expect(seen.forms).toContain('1-propose.yml');
    expect(seen.votes).toContain(say);
    await game.table.comment(fay, post, say);
    game.later(25);
    expect((await game.tick()).stuck).toEqual([]);
    expect((await game.content()).has('content/ruleset/dynastic/bells.md')).toBe(true);
    const { play } = await openGame(await game.content(), { caches });
    const { files, terms } = play;
    const found = BrickGame.of({ files, terms }, play.state());
    expect(whyNotOn(found.rehearse(BRICK, game.now))).toMatch(ENDS);
    expect(whyNotOn(found.rehearse({ ...BELLS, ...REST }, game.now))).toBeNull();
    play.dispose();
  },
);

/** All that is shown of the matter that is pending, by everything that shows it. */
async function shown(game: TestGame) {
  const kept = new CachedGame();
  await game.tick({ cached: kept });
  const { position } = kept;
  if (position === null) throw new Error('no game is kept');
  const [facts] = summariesOf(position, game.now, new Map(), { headOf: () => null, reviewsOf: () => [] });
  if (facts === undefined) throw new Error('nothing is pending');
  const { play } = position.open;
  const { site } = await showUntilWhole(await game.content(), game.now, { caches }, (one) =>
    collectSite({ ...one, open: position.open, state: play.state() }, { now: game.now }),
  );
  const seen = {
    said: saySummaryInFull(facts, IN_ENGLISH),
    comment: (await game.said(facts.post)).join('\n'),
    verdict: verdictOn(facts, '', IN_ENGLISH),
    status: readStatus(position, game.now).queue.at(-1),
    page: site.posts.find(({ id }) => id === facts.matter.id),
    votes: site.votes.map((vote) => vote.say),
    labels: labelsFor(play.model, '', IN_ENGLISH).map(({ name }) => name),
    forms: [...formsOf(play.model, '', IN_ENGLISH).keys()],
  };
  kept.close();
  return seen;
}
