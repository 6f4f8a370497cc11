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
/** Hours between two looks of the clock, in a private repository. */
const STEP = 3;
const A_DAY = 24 / STEP;
const SCHEDULE = '12 */3 * * *';
const BOT = 'github-actions[bot]';
export const TEN = [...PLAYERS, 'gus', 'hal', 'ivy', 'jo'];
/** What each event tells of the repository and of whoever did something. */
const PAYLOAD = { sender: { type: 'User' }, repository: { private: true } };

type Roll = (below: number) => number;

/** Of ten players, so many make a quorum. */
export const QUORUM = 6;

export interface Vote {
  /** The voter's name when the game began. */
  readonly by: string;
  readonly at: string;
  readonly vote: 'for' | 'against';
}

export interface Proposed {
  readonly post: Post;
  readonly path: string;
  readonly text: string;
  /** Votes that GitHub kept, in order. */
  readonly votes: Vote[];
  /** How the matter ended; null while it is pending. */
  settled: PostData | null;
  /** The text that main has in its file at the end. */
  onMain: string | null;
}

export interface Month {
  readonly proposals: readonly Proposed[];
  readonly failures: readonly unknown[];
  readonly ticks: number;
  /** Faults that requests and Git met with, and ticks that ended badly. */
  readonly storms: number;
  readonly failedRuns: number;
  /** Runs that GitHub held for a newcomer, cancelled, or never began. */
  readonly held: number;
  readonly cancelled: readonly Run[];
  readonly dropped: number;
  /** What the engine asked of GitHub. */
  readonly requests: number;
  readonly points: number;
  /** What GitHub bills for the month in a private repository with nothing set. */
  readonly minutes: number;
  /** The engine's comments on posts of the outsider, or that name them. */
  readonly toOutsider: number;
}

/** Ten players play for so many days on a GitHub that fails as it does; the same seed gives the same month. */
export async function playMonth(days: number, seed: number): Promise<Month> {
  const standIn = await startWithEngine();
  try {
    for (const name of TEN) standIn.world.account(name, { permission: 'write' });
    const game = await playAt(standIn, '', 'Harbour', TEN);
    await game.setUp();
    const month = new Playing(game, dice(seed));
    for (let step = 0; step < days * A_DAY; step++) await month.step(step);
    return await month.end();
  } finally {
    await standIn.close();
  }
}

class Playing {
  readonly #game: ActionGame;
  readonly #roll: Roll;
  readonly #runs = new Runs(ownWorkflows(), calledWorkflows());
  readonly #people: Person[] = TEN.map((id) => ({ id, name: id, bot: false }));
  readonly #proposals: (Proposed & { readonly step: number; readonly nth: number })[] = [];
  readonly #weather: ReturnType<typeof weatherFrom>;
  readonly #gitWeather: ReturnType<typeof gitWeatherFrom>;
  #ticks = 0;
  #storms = 0;
  #failedRuns = 0;
  #dropped = 0;
  #requests = 0;
  #points = 0;

  constructor(game: ActionGame, roll: Roll) {
    [this.#game, this.#roll] = [game, roll];
    this.#weather = weatherFrom(roll);
    this.#gitWeather = gitWeatherFrom(roll);
  }

  async step(step: number): Promise<void> {
    this.#toTime(BEGINNING + step * STEP * HOUR);
    if (step % A_DAY === 0 || step % A_DAY === 3) await this.#propose(step);
    for (const proposed of this.#proposals) {
      const age = step - proposed.step;
      if (age === 1 || age === 2) await this.#voteOn(proposed, age);
      if (age === 1 && this.#roll(6) === 0) await this.#deleteBranch(proposed.post);
    }
    if (step % A_DAY === 4) await this.#disturb(step);
    if (step === 2) this.#rename('dee', 'deirdre');
    // The clock is late, or leaves out a turn.
    if (this.#roll(4) === 0) this.#dropped += 1;
    else this.#happen({ name: 'schedule', payload: { ...PAYLOAD, schedule: SCHEDULE } });
    await this.#runTicks();
  }

  /** The weather clears, and what is due is resolved. */
  async end(): Promise<Month> {
    const { world } = this.#game.standIn;
    for (let more = 0; more < 3; more++) {
      this.#toTime(Date.parse(world.now) + 25 * HOUR);
      await this.#tick(false);
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
      ticks: this.#ticks,
      storms: this.#storms + this.#weather.met(),
      failedRuns: this.#failedRuns,
      held: all.filter(({ state: how }) => how === 'held').length,
      cancelled: all.filter(({ state: how }) => how === 'cancelled'),
      dropped: this.#dropped,
      requests: this.#requests,
      points: this.#points,
      minutes: all.reduce((sum, { state: how, minutes }) => sum + (how === 'done' ? minutes : 0), 0),
      toOutsider: world.posts
        .flatMap(({ by, comments }) =>
          comments.filter(
            (one) => one.by?.type === 'Bot' && (by?.login === 'eve' || /\beve\b/u.test(one.body)),
          ),
        )
        .filter(({ body }) => !body.includes('gitnomic:key standing')).length,
    };
  }

  #toTime(ms: number): void {
    this.#game.standIn.world.now = `${new Date(ms).toISOString().slice(0, 19)}Z`;
  }

  #nextSecond(): string {
    const { world } = this.#game.standIn;
    this.#toTime(Date.parse(world.now) + 1000);
    return world.now;
  }

  async #propose(step: number): Promise<void> {
    const n = this.#proposals.length;
    const by = this.#people[n % this.#people.length] as Person;
    const path = `content/ruleset/dynastic/month-${n}.md`;
    const text = `---\ntitle: Month ${n}\n---\nThis is the rule that number ${n} brought.\n`;
    const post = await this.#game.propose(by, `Month ${n}`, { [path]: text });
    post.fork = this.#roll(4) === 0;
    this.#proposals.push({ post, path, text, step, nth: n, votes: [], settled: null, onMain: null });
    await this.#act('pull_request_target', 'opened', by);
  }

  /** Half of the players vote now, and the others three hours later; some change their mind at once. */
  async #voteOn({ post, votes, nth }: Proposed & { readonly nth: number }, age: number): Promise<void> {
    const { table } = this.#game;
    const number = String(post.number);
    for (const [index, by] of this.#people.entries()) {
      if (post.locked) return;
      if (by.name === post.by?.login || index % 2 !== age % 2 || this.#roll(10) === 0) continue;
      const vote = (nth % 2 === 0) === this.#roll(12) > 0 ? 'for' : 'against';
      const other = vote === 'for' ? 'against' : 'for';
      const kept = (what: Vote['vote']): void =>
        void votes.push({ by: by.id, at: this.#nextSecond(), vote: what });
      const how = this.#roll(5);
      if (how === 0) {
        kept(vote);
        await table.react(by, number, vote === 'for' ? '+1' : '-1');
      } else if (how === 1 && !post.closed) {
        kept(vote);
        await table.review(by, number, 'comment', `:${vote}:`);
        await this.#act('pull_request_review', 'submitted', by);
      } else {
        if (how === 2) {
          kept(other);
          await table.comment(by, number, `:${other}:`);
          await this.#act('issue_comment', 'created', by);
        }
        if (post.locked) return;
        kept(vote);
        const comment = await table.comment(by, number, `> :${other}:\n\nI am :${vote}:`);
        await this.#act('issue_comment', 'created', by);
        // A comment’s edit is no vote.
        if (how !== 3 || post.locked) continue;
        this.#nextSecond();
        await table.editComment(by, number, comment, `:${other}:`);
        await this.#act('issue_comment', 'edited', by);
      }
    }
  }

  /** Somebody who does not play floods the repository on the first day, and asks for help on each. */
  async #disturb(step: number): Promise<void> {
    const { standIn, table } = this.#game;
    const eve = { id: 'eve', name: 'eve', bot: false };
    const post = this.#proposals.at(-1)?.post as Post;
    if (step < A_DAY) flood(standIn.world, standIn.world.account('eve'), post, 30);
    for (let n = 0; n < 3 && !post.locked; n++) {
      this.#nextSecond();
      await table.comment(eve, String(post.number), '/help');
      await this.#act('issue_comment', 'created', eve);
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

  /** What somebody does begins runs, some of which GitHub drops; it holds those for a newcomer's review. Ticks may come at once or late. */
  async #act(name: string, action: string, by: Person): Promise<void> {
    if (this.#roll(5) === 0) return void (this.#dropped += 1);
    const isNewcomer = this.#people.findIndex(({ id }) => id === by.id) > 6;
    this.#happen({ name, action, actor: by.name, head: 'head', payload: PAYLOAD, isNewcomer });
    if (this.#roll(12) === 0) await this.#runTicks();
  }

  /** Begins runs, each of which but a tick is over at once; Events and Clock start a tick. */
  #happen(event: Omit<Happening, 'actor' | 'head'> & Partial<Happening>): void {
    for (const run of this.#runs.happen({ actor: BOT, head: 'main', ...event })) {
      if (run.state !== 'running' || run.workflow === 'tick.yml') continue;
      this.#runs.end(run);
      if (run.workflow === 'events.yml' || run.workflow === 'clock.yml')
        this.#happen({ name: 'workflow_dispatch', of: 'tick.yml', inputs: { path: '.' }, payload: PAYLOAD });
    }
  }

  /** Runs the tick that GitHub has begun, and the one that waits behind it. */
  async #runTicks(): Promise<void> {
    for (const run of this.#runs.all.filter(({ state }) => state === 'running' || state === 'waiting')) {
      await this.#tick(this.#roll(3) === 0);
      this.#runs.end(run);
    }
  }

  async #tick(isStormy: boolean): Promise<void> {
    const { world } = this.#game.standIn;
    const [requests, points] = [world.requests.length, world.points];
    this.#ticks += 1;
    if (isStormy) {
      world.weather = (method, path) => (this.#roll(6) === 0 ? this.#weather.next(method, path) : null);
      // Of one post GitHub can't answer at all.
      const { post } = this.#proposals.at(-1 - this.#roll(2)) ?? {};
      if (post !== undefined && this.#roll(3) === 0)
        world.tooSlow = { query: new RegExp(`\\bp${post.number}: `, 'u'), status: 502 };
      world.gitWeather = () => {
        const fault = this.#roll(3) === 0 ? this.#gitWeather() : null;
        if (fault !== null) this.#storms += 1;
        return fault;
      };
    }
    if ((await this.#game.run()) !== 0) this.#failedRuns += 1;
    world.weather = () => null;
    world.tooSlow = null;
    world.gitWeather = () => null;
    this.#requests += world.requests.length - requests;
    this.#points += world.points - points;
  }
}
