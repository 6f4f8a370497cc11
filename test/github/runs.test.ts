// Which runs begin when people do things, by the workflows of a game as GitHub reads them, and what becomes of them.
import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { calledWorkflows, ownWorkflows, ROOT, WORKFLOWS } from './own-workflows.ts';
import { recorded } from './published/recorded.ts';
import { Runs, type Happening, type Workflow } from './stand-in/runs.ts';

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

/** Events does what its step does, which record.test.ts runs: it starts Tick as the bot, at main's commit. */
function follow(runs: Runs, begun: readonly { workflow: string; state: string }[]): void {
  for (const { workflow, state } of begun)
    if (workflow === 'events.yml' && state === 'running')
      runs.happen({
        name: 'workflow_dispatch',
        of: 'tick.yml',
        actor: BOT,
        head: 'main',
        inputs: { path: '.' },
        payload: PEOPLE,
      });
}

test('whatever people do while a tick runs, no run of theirs is cancelled, and a tick comes after the last of it', () => {
  const runs = new Runs(own, called);
  for (const event of ['ana', 'bo', 'cy'].flatMap((actor, at) => acts(actor, `head-${at}`)))
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

test('a review by somebody new is looked at, though its run is held until somebody approves it', () => {
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

test('a bot that keeps versions new gets no cross, and the words of the engine’s App wake nobody', () => {
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

test('the engine’s own tests and docs run in its repository, which is no template, for each event that begins them', () => {
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
