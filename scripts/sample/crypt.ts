import { ADMIN, CAST, EMPEROR, type Member } from '../../content/library/crypt/players/cast.ts';
import { deedOf } from '../../content/library/crypt/players/habits.ts';
import { BEFORE, type Matter } from '../../content/library/crypt/players/matters.ts';
import type { Deed, GameState } from '../../content/library/crypt/players/seen.ts';
import { whim } from '../../content/library/crypt/players/whim.ts';
import { tidyDeedOf } from '../../content/library/crypt-cleanup/players/habits.ts';
import { AFTER } from '../../content/library/crypt-cleanup/players/matters.ts';
import type { ContentFiles } from '../../src/store/paths.ts';
import { Agenda } from './agenda.ts';
import { draftMatter, draftWishes } from './draft.ts';
import { later } from './times.ts';
import { votesOn, type PlannedVote } from './votes.ts';
import type { SampleWorld } from './world.ts';

/** The rules of the tidied crypt come into force on this day. While they are pending, nobody builds. */
const TIDIED = 11;
const PENDING_FROM = 9;

export interface CryptOptions {
  readonly start: string;
  /** The number of days to play. */
  readonly days: number;
  readonly library: ContentFiles;
}

/** Plays the dynasty of the crypt from its first day to the state in which a newcomer finds it. */
export class CryptDynasty {
  readonly #world: SampleWorld;
  readonly #options: CryptOptions;
  readonly #agenda = new Agenda();
  #tidy = false;

  constructor(world: SampleWorld, options: CryptOptions) {
    this.#world = world;
    this.#options = options;
  }

  async play(): Promise<void> {
    const { days } = this.#options;
    const end = this.#time(days, 0);
    for (const matter of [...BEFORE, ...AFTER]) this.#add(...matter.at, () => this.#putForward(matter));
    for (let day = 0; day < days; day++) this.#plan(day);
    this.#comingsAndGoings();
    for (let entry = this.#agenda.next(); entry !== null && entry.at < end; entry = this.#agenda.next()) {
      this.#world.at(entry.at);
      await entry.run();
      if (!entry.waits) await this.#world.tick();
    }
    this.#world.at(end);
    await this.#world.tick(true);
  }

  #time(day: number, hour: number): string {
    return later(this.#options.start, 24 * day + hour);
  }

  #add(day: number, hour: number, run: () => Promise<void>, waits = false): void {
    this.#agenda.add(this.#time(day, hour), run, waits);
  }

  /** Decides who does what on a day: at first two days of work and one of silence, later a visit every other night. */
  #plan(day: number): void {
    const quiet = day < TIDIED ? day % 3 === 2 : day % 2 === 1;
    const building = day < PENDING_FROM || day >= TIDIED;
    for (const member of CAST) {
      const turns = !building || member.emperor === true || (quiet && day < TIDIED) ? 0 : quiet ? 1 : 2;
      for (let turn = 0; turn < turns; turn++) {
        const hour = (quiet ? 1 : 5 * turn + 1) + 2.5 * whim(member.id, 'hour', day, turn);
        this.#add(day, hour, () => this.#turn(member, 10 * day + turn));
      }
      if (member.emperor !== true)
        this.#add(day, 11 + 2 * whim(member.id, 'thirst', day), () => this.#evening(member, day), true);
    }
    if (!quiet) return;
    if (day >= TIDIED) this.#add(day, 10, () => this.#act(EMPEROR, 'play-organ', {}));
    this.#add(day, 22.5, () => this.#act(EMPEROR, 'enter-the-crypt', {}));
    this.#add(day, 23, () => this.#explain());
  }

  #isThere({ joins = -1, away, ancient }: Member, day: number): boolean {
    return ancient !== true && day > joins && (away === undefined || day < away[0] || day >= away[1]);
  }

  async #turn(member: Member, turn: number): Promise<void> {
    if (!this.#isThere(member, Math.floor(turn / 10))) return;
    const state: GameState = await this.#world.state();
    const deed: Deed | null = (this.#tidy ? tidyDeedOf : deedOf)(state, member.id, member.temper, turn);
    if (deed !== null) await this.#act(member.id, deed.action, deed.with);
  }

  /** Takes actions that house rules allow, once there are some. */
  async #evening(member: Member, day: number): Promise<void> {
    if (!this.#isThere(member, day)) return;
    const content = await this.#world.content();
    const own = (await this.#world.state()).players[member.id] ?? {};
    if (own['state'] !== 'active') return;
    const puissance = Number(own['puissance'] ?? 0);
    if (content.has('content/ruleset/dynastic/the-font.md') && puissance > 0 && puissance < 6)
      await this.#act(member.id, 'drink-from-the-font', {});
    else if (
      content.has('content/ruleset/dynastic/epitaphs.md') &&
      own['epitaph'] === '' &&
      whim(member.id, 'carve', day) < 0.3
    )
      await this.#act(member.id, 'carve-epitaph', { words: EPITAPHS[member.id] ?? 'Was here.' });
    else if (whim(member.id, 'dice', day) < 0.02) await this.#act(member.id, 'roll', { roll: '2DICE6' });
  }

  /** The emperor explains effects of Features that no clause knows. */
  async #explain(): Promise<void> {
    const { things } = await this.#world.state();
    for (const [run, { asked }] of Object.entries(things['runs'] ?? {})) {
      for (const feature of (asked ?? []) as readonly string[])
        await this.#act(EMPEROR, 'say-what-feature-did', {
          run,
          feature,
          ruling: 'his hat blows off, and he goes after it on his hands and knees',
        });
    }
  }

  async #act(by: string, action: string, words: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#world.act(by, action, words);
  }

  async #putForward(matter: Matter): Promise<void> {
    const world = this.#world;
    await world.tick(true);
    const content = await world.content();
    const { library } = this.#options;
    const changes = draftMatter(content, library, matter);
    const { title, text, kind = 'proposal', by } = matter;
    const post = await world.open(by, { kind, title, text, ...(changes === null ? {} : { changes }) });
    if (kind !== 'proposal' && kind !== 'cfj') return;
    const better = matter.better;
    if (better !== undefined)
      this.#agenda.add(later(world.now, 1), () => world.push(by, post, draftWishes(content, [better])));
    const day = Math.floor(matter.at[0]);
    const there = CAST.filter((member) => this.#isThere(member, day)).map(({ id }) => id);
    for (const vote of votesOn(matter, there, changes !== null))
      this.#agenda.add(later(world.now, vote.after), () => this.#vote(post, vote), true);
    // The first time at which it could be resolved, and the end of its window.
    for (const hours of [12, 36]) this.#agenda.add(later(world.now, hours), () => world.tick(true));
    if (matter.special === 'tidy') this.#agenda.add(later(world.now, 36.5), () => this.#notice());
  }

  #vote(post: string, { by, vote, words, via }: PlannedVote): Promise<void> {
    const world = this.#world;
    if (via === 'reaction') return world.react(by, post, vote === 'FOR' ? '+1' : '-1');
    if (via === 'review')
      return world.review(by, post, vote === 'FOR' ? 'approve' : 'request-changes', words);
    return world.comment(by, post, `${words === '' ? '' : `${words} `}:${vote.toLowerCase()}:`);
  }

  /** Once the tidied rules are in force, an Admin records the game's new pack. */
  async #notice(): Promise<void> {
    const content = await this.#world.content();
    this.#tidy = content.has('content/ruleset/dynastic/the-organ.md');
    if (!this.#tidy) throw new Error('the tidied rules are not in force');
    await this.#world.say(ADMIN, '/game pack=crypt-cleanup');
  }

  #comingsAndGoings(): void {
    const world = this.#world;
    for (const { id, name, joins } of CAST) {
      if (joins === undefined) continue;
      const draft = {
        kind: 'join-request',
        title: `${name} would like to play`,
        text: 'I have read the rules, or most of them.',
      };
      this.#add(joins, 1, async () => void (await world.open(id, draft)));
      this.#add(joins, 4, () => this.#act(ADMIN, 'join', { player: id }));
    }
    this.#add(12, 1, () => this.#act('joana', 'ask-idle', {}));
    this.#add(12, 3, () => this.#act(ADMIN, 'idle', { player: 'joana' }));
    this.#add(16, 2, () => this.#act(ADMIN, 'idle', { player: 'goro' }));
    this.#add(18, 2, () => this.#act('joana', 'ask-unidle', {}));
    this.#add(18, 3, () => this.#act(ADMIN, 'unidle', { player: 'joana' }));
    const room = {
      room: 'B2',
      name: 'The Room She Remembers',
      description: 'Ximena has been asleep for longer than this has lasted.',
    };
    this.#add(14, 12, () => this.#act('ximena', 'light-room', { ...room, features: ['average-chest'] }));
    this.#add(6, 8, () => this.#act('kwame', 'request-mentor', {}));
    this.#add(3, 9, () => this.#act('imre', 'ask-tenure', {}));
    this.#add(3, 10, () => this.#act(ADMIN, 'tenure', { player: 'imre' }));
    this.#add(6, 10, () => this.#act(EMPEROR, 'appoint-mentor', { mentor: 'imre', mentee: 'kwame' }));
    this.#add(6, 11, () => this.#act('imre', 'accept-mentee', { mentee: 'kwame' }));
  }
}

const EPITAPHS: Readonly<Record<string, string>> = {
  ada: 'She read the small print.',
  bertil: 'Measured twice, cut once, never paid.',
  chidi: 'Owed by many.',
  emeka: 'It seemed worth a try.',
  freya: 'Do not disturb.',
  hana: 'See also: the wall behind you.',
  imre: 'Seconded.',
  joana: 'Back in a moment.',
  kwame: 'Was shown round.',
  lena: 'Had a lantern.',
};
