// Which runs begin when people do things, by the workflows of a game as GitHub reads them, and what becomes of them.
import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { calledWorkflows, ownWorkflows, ROOT, WORKFLOWS } from './own-workflows.ts';
import { minutesOfMonth } from '../../scripts/bench/scale-page.ts';
import { recorded } from './published/recorded.ts';
import { Runs, type Happening, type Run, type Workflow } from './stand-in/runs.ts';

const called = calledWorkflows();
const own = ownWorkflows();
const BOT = 'github-actions[bot]';
const PEOPLE = { sender: { type: 'User' } };

/** What people do, by the events that GitHub publishes, each with each of its actions. */
const acts = (actor: string, head: string, more: Partial<Happening> = {}): readonly Happening[] =>
  recorded.hooks
    .filter(({ name }) => ['pull_request', 'issues', 'issue_comment', 'pull_request_review'].includes(name))
    .flatMap(({ name, actions }) =>
      actions.map((action) => ({
        name: name === 'pull_request' ? 'pull_request_target' : name,
        action,
        actor,
        head,
        payload: PEOPLE,
        ...more,
      })),
    );

/** Events and Clock do what their steps do, which record.test.ts runs: they start Tick as the bot, at main's commit. */
function follow(runs: Runs, begun: readonly Run[]): void {
  for (const { workflow, state, event } of begun)
    if ((workflow === 'events.yml' || workflow === 'clock.yml') && state === 'running')
      runs.happen({
        name: 'workflow_dispatch',
        of: 'tick.yml',
        actor: BOT,
        head: 'main',
        inputs: { path: '.' },
        payload: { ...PEOPLE, ...event.payload },
        ...(event.needs === undefined ? {} : { needs: event.needs }),
      });
}

const schedule = own.get('clock.yml')?.on['schedule'] as readonly { readonly cron: string }[] | undefined;
const crons = (schedule ?? []).map(({ cron }) => cron);
/** GitHub's mail about a run by the clock goes to whoever set the schedule. */
const byClock = (cron: string, repository = {}): Happening => ({
  name: 'schedule',
  actor: 'ana',
  head: 'main',
  payload: { schedule: cron, repository },
});

test('whatever happens while a tick runs, only the bot’s runs are cancelled, and a tick follows the last event', () => {
  const runs = new Runs(own, called);
  for (const event of ['ana', 'bo', 'cy'].flatMap((actor, at) => [
    ...acts(actor, `head-${at}`),
    ...crons.map((cron) => byClock(cron)),
  ]))
    follow(runs, runs.happen(event));
  const cancelled = runs.all.filter(({ state }) => state === 'cancelled');
  expect(cancelled.length).toBeGreaterThan(10);
  expect(new Set(cancelled.map(({ event }) => `${event.actor} at ${event.head}`))).toEqual(
    new Set([`${BOT} at main`]),
  );
  const ticks = runs.all.filter(({ workflow }) => workflow === 'tick.yml');
  expect(ticks.at(-1)?.state).toBe('waiting');
  for (const run of runs.all.filter(({ state, workflow }) => state === 'running' && workflow === 'tick.yml'))
    runs.end(run);
  expect(ticks.at(-1)?.state).toBe('running');
});

test('each setting of the clock has its schedule, and a private repository the rarest by default', () => {
  const looksAt = (every: string | null, isPrivate: boolean): readonly string[] => {
    const runs = new Runs(own, called, every === null ? {} : { GITNOMIC_EVERY: every });
    return crons.filter((cron) =>
      runs.happen(byClock(cron, { private: isPrivate })).some(({ state }) => state === 'running'),
    );
  };
  const [ten, thirty, sixty, rare] = crons;
  const settings = { 10: ten, 30: thirty, 60: sixty, 180: rare };
  for (const isPrivate of [true, false])
    for (const [every, cron] of Object.entries(settings)) expect(looksAt(every, isPrivate)).toEqual([cron]);
  expect(looksAt(null, false)).toEqual([ten]);
  expect(looksAt(null, true)).toEqual([rare]);
  // By hand, or to wait for something, it is no matter what the clock is set to.
  const byHand = { name: 'workflow_dispatch', of: 'clock.yml', actor: 'ana', head: 'main' };
  expect(new Runs(own, called).happen(byHand).map(({ state }) => state)).toEqual(['running']);
});

/** How often a schedule such as `7,37 * * * *` comes in a day. */
function timesADay(cron: string): number {
  const [minutes = '', hours = ''] = cron.split(' ');
  const anHour = minutes.includes('/') ? 6 : minutes.split(',').length;
  return (anHour * 24) / Number(/^\*\/(\d+)$/u.exec(hours)?.[1] ?? 1);
}

/** The minutes that a private repository is billed for all this, of which nothing waits for anything else. */
function billed(every: string | null, happenings: readonly Happening[]): number {
  const runs = new Runs(own, called, every === null ? {} : { GITNOMIC_EVERY: every });
  for (const event of happenings) {
    follow(runs, runs.happen(event));
    for (const run of runs.all) if (run.state === 'running') runs.end(run);
  }
  return runs.all.reduce((sum, { state, minutes }) => sum + (state === 'done' ? minutes : 0), 0);
}
const aDay = crons.flatMap((cron) =>
  Array<Happening>(timesADay(cron)).fill(byClock(cron, { private: true })),
);
const ofLooks = (every: string | null): number => (billed(every, aDay) * 365) / 12;

test('the page about GitHub says what the clock’s looks cost in a month', () => {
  const page = readFileSync(`${ROOT}docs/github.md`, 'utf8');
  const rows = [...page.matchAll(/^\| (\d+) minutes +\| ([\d,]+) +\| ([\d,]+) +\|/gmu)];
  const inWords = (n: number): string => Math.round(n).toLocaleString('en-US');
  expect(rows.map(([, ...cells]) => cells)).toEqual(
    ['10', '30', '60', '180'].map((every) => [every, inWords(ofLooks(every) / 2), inWords(ofLooks(every))]),
  );
});

test('a busy private game fits in a free account’s minutes, and the page about scale says how many it takes', () => {
  const needs = { tick: { outputs: { publish: 'true', wake: '' } } };
  const happening = {
    actor: 'ana',
    head: 'head',
    payload: { ...PEOPLE, repository: { private: true } },
    needs,
  };
  // 66 proposals, each with eight comments. All of them find something that the pages would show.
  const proposed = { ...happening, name: 'pull_request_target', action: 'opened' };
  const commented = { ...happening, name: 'issue_comment', action: 'created' };
  const played = Array.from({ length: 66 }, () => [
    proposed,
    ...Array.from({ length: 8 }, () => commented),
  ]).flat();
  for (const every of [10, 60, 180])
    expect(minutesOfMonth(every)).toBeCloseTo(ofLooks(String(every)) + billed(null, played));
  expect(ofLooks(null)).toBe(ofLooks('180'));
  expect(minutesOfMonth(180)).toBeLessThan(2000);
  // In a public repository, where minutes cost nothing, the pages follow at once.
  const open = { name: 'workflow_dispatch', of: 'tick.yml', actor: BOT, head: 'main', needs };
  const asked = (variables: Record<string, string>, isPrivate: boolean): number | undefined =>
    new Runs(own, called, variables).happen({ ...open, payload: { repository: { private: isPrivate } } })[0]
      ?.minutes;
  expect([asked({}, false), asked({}, true), asked({ GITNOMIC_SITE: 'on' }, true)]).toEqual([2, 1, 2]);
});

test('looks at a review by a newcomer, although its run is held for approval', () => {
  const runs = new Runs(own, called);
  const reviews = acts('newcomer', 'head', { isNewcomer: true }).filter(
    ({ name }) => name === 'pull_request_review',
  );
  expect(reviews.length).toBeGreaterThan(1);
  for (const event of reviews) {
    const begun = runs.happen(event);
    expect(begun.map(({ workflow, state }) => [workflow, state])).toEqual([
      ['relay.yml', 'held'],
      ['events.yml', 'running'],
    ]);
  }
});

test('a version bot gets no failure mark, and the engine’s App starts nothing by its comments', () => {
  const runs = new Runs(own, called, { GITNOMIC_APP: 'Iv1.abc' });
  const events = (happening: Happening): readonly string[] =>
    runs
      .happen(happening)
      .filter(({ workflow }) => workflow === 'events.yml')
      .map(({ state }) => state);
  const bot = { payload: { sender: { type: 'Bot' } } };
  for (const event of acts('dependabot[bot]', 'head', bot))
    expect(new Set(events(event))).not.toContain('running');
  const [comment] = acts('gitnomic-pier[bot]', 'main', bot).filter(({ name }) => name === 'issue_comment');
  expect(comment === undefined ? [] : events(comment)).toEqual(['skipped']);
  // Of its pushes the heads are on record.
  const pushed = {
    name: 'pull_request_target',
    action: 'synchronize',
    actor: 'gitnomic-pier[bot]',
    head: 'x',
    ...bot,
  };
  expect(events(pushed)).toEqual(['running']);
});

test('the engine’s own workflows run in its repository, which is no template, for each of their events', () => {
  const folder = `${ROOT}${WORKFLOWS}`;
  // Mutants run only where a variable of the repository asks for them.
  const names = readdirSync(folder).filter((name) => !called.has(name) && name !== 'mutants.yml');
  expect(names).toEqual(expect.arrayContaining(['check.yml', 'docs.yml', 'platforms.yml']));
  const engines = new Map(
    names.map((name) => [name, parse(readFileSync(`${folder}${name}`, 'utf8')) as Workflow]),
  );
  const runs = new Runs(engines, engines);
  const repository = recorded.hooks.find(({ name }) => name === 'push')?.examples[0]?.[
    'repository'
  ] as object;
  const payload = { ...PEOPLE, repository: { ...repository, is_template: false, fork: false } };
  for (const name of new Set([...engines.values()].flatMap(({ on }) => Object.keys(on))))
    for (const { workflow, state } of runs.happen({ name, actor: 'ana', head: 'main', payload }))
      expect([name, workflow, state]).not.toContain('skipped');
  expect(runs.all.length).toBeGreaterThan(5);
});
