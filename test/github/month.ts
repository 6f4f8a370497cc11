import type { Person } from '../../src/forge/events.ts';
import type { PostData } from '../../src/kernel/state.ts';
import { readGame } from '../../src/store/read-game.ts';
import { PLAYERS, playAt, type ActionGame } from './action-game.ts';
import { startWithEngine } from './game-at.ts';
import { calledWorkflows, ownWorkflows } from './own-workflows.ts';
import { dice } from './random-play.ts';
import { flood } from './stand-in/crowd.ts';
import { pushByGit } from './stand-in/hands.ts';
import { Runs, type Happening, type Run } from './stand-in/runs.ts';
import { gitWeatherFrom, weatherFrom } from './stand-in/weather.ts';
import type { Post } from './stand-in/world.ts';

const BEGINNING = Date.parse('2021-06-18T09:00:00Z');
const HOUR = 3_600_000;
/** Time between two looks of the clock. */
const STEP = 4;
const BOT = 'github-actions[bot]';
const NAMES = [...PLAYERS, 'gus', 'hal', 'ivy', 'jo'];

type Roll = (below: number) => number;

export interface Proposed {
  readonly post: Post;
  readonly path: string;
  readonly text: string;
  /** Each voter's last vote that GitHub kept, by the name that they began with. */
  readonly votes: Map<string, 'for' | 'against'>;
  /** What became of it. */
  settled: PostData | null;
  /** What main has in its file at the end. */
  onMain: string | null;
}

export interface Month {
  readonly proposals: readonly Proposed[];
  readonly failures: readonly unknown[];
  /** Faults that requests and Git met with, ticks that ended badly, and runs that were held or dropped. */
  readonly storms: number;
  readonly failedRuns: number;
  readonly held: number;
  readonly dropped: number;
  /** What the engine asked of GitHub. */
  readonly requests: number;
  readonly points: number;
  /** GitHub bills at least a minute for each run that begins. */
  readonly minutes: number;
  /** Comments by the engine on what the outsider wrote. */
  readonly toOutsider: number;
}

/** Ten players play for so many days on a GitHub that fails as it does; the same seed gives the same month. */
export async function playMonth(days: number, seed: number): Promise<Month> {
  const standIn = await startWithEngine();
  try {
    for (const name of NAMES) standIn.world.account(name, { permission: 'write' });
    const game = await playAt(standIn, '', 'Harbour', NAMES);
    await game.setUp();
    const month = new Playing(game, dice(seed));
    for (let step = 0; step < (days * 24) / STEP; step++) await month.step(step);
    return await month.end();
  } finally {
    await standIn.close();
  }
}

class Playing {
  readonly #game: ActionGame;
  readonly #roll: Roll;
  readonly #runs = new Runs(ownWorkflows(), calledWorkflows());
  readonly #people: Person[] = NAMES.map((id) => ({ id, name: id, bot: false }));
  readonly #proposals: (Proposed & { readonly step: number; readonly nth: number })[] = [];
  readonly #weather: ReturnType<typeof weatherFrom>;
  #failedRuns = 0;
  #dropped = 0;
  #requests = 0;
  #points = 0;
  #step = 0;

  constructor(game: ActionGame, roll: Roll) {
    [this.#game, this.#roll] = [game, roll];
    this.#weather = weatherFrom(roll);
  }

  async step(step: number): Promise<void> {
    const { world } = this.#game.standIn;
    this.#step = step;
    world.now = new Date(BEGINNING + step * STEP * HOUR).toISOString().replace('.000', '');
    const isDay = step % 6 < 4;
    if (isDay && step % 2 === 0) await this.#propose(step);
    for (const proposed of this.#proposals) {
      const age = step - proposed.step;
      // Every vote comes before the matter may be resolved, so that each one counts.
      if (age === 1 || age === 2) await this.#voteOn(proposed, age);
      if (age === 1 && this.#roll(6) === 0) await this.#deleteBranch(proposed.post);
    }
    if (step === 3) flood(world, world.account('eve'), this.#proposals[0]?.post as Post, 30);
    if (step === 2) this.#rename('dee', 'deirdre');
    // The clock is late or does not come at all.
    if (this.#roll(3) === 0) this.#dropped += 1;
    else await this.#begin({ name: 'schedule', actor: BOT, head: 'main' });
  }

  /** The weather clears, and what is due is resolved. */
  async end(): Promise<Month> {
    const { world } = this.#game.standIn;
    for (let more = 1; more <= 17; more += 8) {
      world.now = new Date(BEGINNING + (this.#step + more) * STEP * HOUR).toISOString().replace('.000', '');
      await this.#run(false);
    }
    const files = await this.#game.content();
    const { state } = readGame(files);
    for (const one of this.#proposals) {
      one.settled = state?.posts[String(one.post.number)] ?? null;
      one.onMain = files.get(one.path) ?? null;
    }
    const { all } = this.#runs;
    return {
      proposals: this.#proposals,
      failures: world.failures,
      storms: this.#weather.met(),
      failedRuns: this.#failedRuns,
      held: all.filter(({ state: how }) => how === 'held').length,
      dropped: this.#dropped,
      requests: this.#requests,
      points: this.#points,
      minutes: all.filter(({ state: how }) => how === 'done').length,
      toOutsider: world.posts
        .filter(({ by }) => by?.login === 'eve')
        .reduce((sum, { comments }) => sum + comments.filter(({ by }) => by?.type === 'Bot').length, 0),
    };
  }

  async #propose(step: number): Promise<void> {
    const n = this.#proposals.length;
    const by = this.#people[n % this.#people.length] as Person;
    const path = `content/ruleset/dynastic/month-${n}.md`;
    const text = `---\ntitle: Month ${n}\n---\nThis is the rule that number ${n} brought.\n`;
    const post = await this.#game.propose(by, `Month ${n}`, { [path]: text });
    post.fork = this.#roll(4) === 0;
    this.#proposals.push({ post, path, text, step, nth: n, votes: new Map(), settled: null, onMain: null });
    await this.#happen('pull_request_target', 'opened', by);
  }

  /** Half of the players vote now, and the others four hours later; some change their mind. */
  async #voteOn({ post, votes, nth }: Proposed & { readonly nth: number }, age: number): Promise<void> {
    const { table } = this.#game;
    const number = String(post.number);
    const isLiked = nth % 2 === 0;
    for (const [index, by] of this.#people.entries()) {
      if (by.name === post.by?.login || index % 2 !== age % 2 || this.#roll(10) === 0) continue;
      const vote = isLiked === this.#roll(12) > 0 ? 'for' : 'against';
      const other = vote === 'for' ? 'against' : 'for';
      const how = this.#roll(5);
      if (how === 0) await table.react(by, number, vote === 'for' ? '+1' : '-1');
      else if (how === 1 && !post.closed) await table.review(by, number, 'comment', `:${vote}:`);
      else {
        if (how === 2) await table.comment(by, number, `:${other}:`);
        const comment = await table.comment(by, number, `> :${other}:\n\nI am :${vote}:`);
        // A comment’s edit is no vote.
        if (how === 3) await table.editComment(by, number, comment, `:${other}:`);
      }
      votes.set(by.id, vote);
      const isReview = how === 1 && !post.closed;
      await this.#happen(
        isReview ? 'pull_request_review' : 'issue_comment',
        isReview ? 'submitted' : 'created',
        by,
      );
    }
  }

  async #deleteBranch(post: Post): Promise<void> {
    const { standIn } = this.#game;
    const { branch, by, closed } = post;
    if (branch === null || by === null || closed) return;
    await pushByGit(standIn, `${standIn.folder}/player`, by, branch, '');
  }

  #rename(id: string, name: string): void {
    Object.assign(this.#game.standIn.world.account(id), { login: name });
    const at = this.#people.findIndex((one) => one.id === id);
    this.#people[at] = { id, name, bot: false };
  }

  /** What somebody does begins runs, of which GitHub drops some and holds those for a newcomer's review. */
  async #happen(name: string, action: string, by: Person): Promise<void> {
    if (this.#roll(5) === 0) return void (this.#dropped += 1);
    const payload = { sender: { type: 'User' } };
    const isNewcomer = this.#people.findIndex(({ id }) => id === by.id) > 6;
    for (const { workflow, state } of await this.#begin(
      { name, action, actor: by.name, head: 'head', payload, isNewcomer },
      false,
    ))
      if (workflow === 'events.yml' && state === 'running')
        await this.#begin(
          {
            name: 'workflow_dispatch',
            of: 'tick.yml',
            actor: BOT,
            head: 'main',
            inputs: { path: '.' },
            payload,
          },
          false,
        );
  }

  /** Begins runs. Ticks that began or wait are done when the clock comes; others end at once. */
  async #begin(event: Happening, ticks = true): Promise<readonly Run[]> {
    const begun = this.#runs.happen(event);
    for (const run of begun)
      if (run.state === 'running' && run.workflow !== 'tick.yml') {
        this.#runs.end(run);
        run.state = 'done';
      }
    if (ticks)
      for (const run of this.#runs.all)
        if (run.state === 'running') {
          await this.#run(this.#roll(3) === 0);
          this.#runs.end(run);
        }
    return begun;
  }

  async #run(isStormy: boolean): Promise<void> {
    const { world } = this.#game.standIn;
    const [requests, points] = [world.requests.length, world.points];
    if (isStormy) {
      world.weather = (method, path) => (this.#roll(6) === 0 ? this.#weather.next(method, path) : null);
      const git = gitWeatherFrom(this.#roll);
      world.gitWeather = () => (this.#roll(3) === 0 ? git() : null);
    }
    if ((await this.#game.run()) !== 0) this.#failedRuns += 1;
    world.weather = () => null;
    world.gitWeather = () => null;
    this.#requests += world.requests.length - requests;
    this.#points += world.points - points;
  }
}
