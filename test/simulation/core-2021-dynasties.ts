import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { rehearseRules } from '../../src/rehearse/rehearse-rules.ts';
import { uniformFrom } from '../../src/session/chance/source.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { Play } from '../../src/session/play/play.ts';
import type { Input } from '../../src/kernel/inputs.ts';
import { toTime } from '../../src/kernel/time.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { Oracle, type Icon, type Kind, type Matter } from './core-2021-oracle.ts';

const PEOPLE = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay', 'gus', 'hal'] as const;
const ADMIN = 'ana';
const START_MS = Date.UTC(2021, 1, 1, 9);
const MINUTE_MS = 60_000;
const ICONS: readonly Icon[] = ['FOR', 'FOR', 'FOR', 'AGAINST', 'DEFERENTIAL', 'DEFERENTIAL', 'VETO'];
const REACTIONS: Readonly<Record<Icon, string>> = { FOR: '👍', AGAINST: '👎', DEFERENTIAL: '👀', VETO: '😕' };
const RULE = 'special-case/imperial-deferentials.md';

/** What differs between the engine and the oracle, with the step after which it does. */
export interface Difference {
  readonly step: string;
  readonly what: string;
  readonly engine: unknown;
  readonly oracle: unknown;
}

/** Some dynasties of random play under the core of 2021, each step held against the oracle. */
export class SimulatedDynasties {
  readonly #seed: Uint8Array;
  readonly #oracle: Oracle;
  readonly differences: Difference[] = [];
  #draws = 0;
  #minutes = 0;
  #play: Play | undefined;
  /** Everything that was done, a tick by its time. */
  readonly #done: (Input | string)[] = [];

  constructor(seed: string, { imperialDeferentials }: { readonly imperialDeferentials: boolean }) {
    this.#seed = new TextEncoder().encode(seed);
    this.#oracle = new Oracle(PEOPLE, 'cy', imperialDeferentials);
  }

  get dynasties(): number {
    return this.#oracle.dynasty;
  }

  get matters(): readonly Matter[] {
    return this.#oracle.matters;
  }

  /** Plays some steps, and gives the whole of what came of them. */
  async run(steps: number): Promise<string> {
    const play = await this.#begin();
    this.#play = play;
    try {
      for (let n = 0; n < steps && this.differences.length === 0; n++) this.#step(n);
      return wholeOf(play);
    } finally {
      play.dispose();
    }
  }

  /** Does once more, in another sandbox, exactly what was done. */
  async again(): Promise<string> {
    const play = await this.#begin();
    try {
      for (const done of this.#done) {
        if (typeof done === 'string') play.tick(done);
        else play.take(done, true);
      }
      return wholeOf(play);
    } finally {
      play.dispose();
    }
  }

  async #begin(): Promise<Play> {
    const composed = composeRuleset(shippedLibrary, { core: '2021' });
    const files = new Map(composed.files);
    const text = files.get(RULE) ?? '';
    const status = this.#oracle.imperialDeferentials ? 'active' : 'inactive';
    files.set(RULE, text.replace('status: inactive', `status: ${status}`));
    const play = await Play.start({
      files,
      terms: composed.terms,
      state: null,
      draw: () => 1,
      rehearse: rehearseRules,
      caches,
    });
    for (const id of PEOPLE) {
      play.sandbox.assume(`players.${id}.name`, id);
      play.sandbox.assume(`players.${id}.state`, 'active');
      play.sandbox.assume(`players.${id}.last-active`, toTime(START_MS));
    }
    play.sandbox.assume(`players.${ADMIN}.admin`, true);
    play.sandbox.assume('dynasty.emperor', 'cy');
    play.sandbox.begin(toTime(START_MS));
    return play;
  }

  #step(n: number): void {
    this.#minutes += this.#number(200);
    if (this.#number(60) === 0) this.#minutes += 2_000;
    this.#oracle.now = START_MS + this.#minutes * MINUTE_MS;
    const kind = this.#number(100);
    if (kind < 50) this.#vote(n);
    else if (kind < 53) this.#withdraw(n);
    else if (kind < 76) this.#post(n);
    else if (kind < 79) this.#comeOrGo(n);
    else if (kind < 86 && this.#oracle.interregnum) this.#ascend(n);
    else this.#tick(n);
  }

  #vote(n: number): void {
    const matter = this.#matter();
    if (matter === null) return;
    const by = this.#one(PEOPLE);
    const icon = this.#one(ICONS);
    const reaction = this.#number(2) === 0;
    const allowed = this.#oracle.mayUse(matter, by, icon);
    if (allowed) this.#oracle.use(matter, by, icon, reaction);
    const input = reaction
      ? { type: 'signal', via: 'reaction', reaction: REACTIONS[icon] }
      : { type: 'comment', id: `comment-${n}`, text: `:${icon.toLowerCase()}:` };
    this.#take(`${n}: ${by} ${icon} on ${matter.id}`, { by, on: matter.id, ...input }, allowed);
  }

  #withdraw(n: number): void {
    const matter = this.#matter();
    if (matter === null || matter.status !== 'pending') return;
    const by = this.#one(PEOPLE);
    this.#oracle.withdraw(matter, by);
    this.#take(`${n}: ${by} withdraws on ${matter.id}`, { by, type: 'withdraw-vote', on: matter.id }, true);
  }

  #post(n: number): void {
    const kind: Kind = this.#number(15) === 0 ? 'dov' : this.#one(['proposal', 'proposal', 'cfj']);
    const by = this.#one(PEOPLE);
    const id = `${kind}-${n}`;
    const allowed = this.#oracle.mayPost(kind, by);
    if (allowed) this.#oracle.post(id, kind, by);
    this.#take(`${n}: ${by} posts ${id}`, { by, type: 'post', id, kind, title: id, text: '' }, allowed);
  }

  #comeOrGo(n: number): void {
    const who = this.#one(PEOPLE.filter((id) => id !== ADMIN));
    const going = this.#oracle.active.has(who);
    const verb = going ? 'idle' : 'unidle';
    this.#take(`${n}: ${who} asks`, { by: who, type: 'act', action: `ask-${verb}`, with: {} }, true);
    const allowed = going || this.#oracle.mayReturn(who);
    if (going) this.#oracle.goIdle(who);
    else if (allowed) this.#oracle.comeBack(who);
    const input = { by: ADMIN, type: 'act', action: verb, with: { player: who } };
    this.#take(`${n}: ${who} is to ${verb}`, input, allowed);
  }

  #ascend(n: number): void {
    const by = this.#oracle.emperor ?? ADMIN;
    const allowed = this.#oracle.active.has(by);
    if (allowed) this.#oracle.ascend();
    const imperial = this.#oracle.imperialDeferentials ? 'active' : 'inactive';
    const words = { theme: `After ${n}`, 'special-cases': { 'Imperial Deferentials': imperial } };
    this.#take(`${n}: ${by} ascends`, { by, type: 'act', action: 'ascend', with: words }, allowed);
  }

  #tick(n: number): void {
    this.#oracle.tick();
    this.#done.push(this.#at);
    this.#running.tick(this.#at);
    this.#compare(`${n}: tick`);
  }

  #take(step: string, input: object, allowed: boolean): void {
    const done = { at: this.#at, ...input } as Input;
    this.#done.push(done);
    const outcome = this.#running.take(done, true);
    if (outcome.ok !== allowed)
      this.#differ(step, 'accepted', outcome.ok ? true : outcome.refusal.reason, allowed);
    this.#compare(step);
  }

  /** Everything that the oracle knows is asked of the engine. */
  #compare(step: string): void {
    const oracle = this.#oracle;
    const queue = oracle.queue();
    const expected: [string[], unknown][] = [
      [['quorum'], oracle.quorum],
      [['dynasty', 'emperor'], oracle.emperor],
      [['dynasty', 'number'], oracle.dynasty],
    ];
    for (const matter of oracle.matters) {
      const { for: inFavour, against } = oracle.count(matter);
      const at = (field: string): string[] => ['matters', matter.id, field];
      expected.push([at('status'), matter.status], [at('for'), inFavour], [at('against'), against]);
      if (matter.status !== 'pending') continue;
      const place = queue.indexOf(matter) + 1;
      expected.push([at('popular'), oracle.isPopular(matter)], [at('unpopular'), oracle.isUnpopular(matter)]);
      expected.push([at('killed'), matter.killed], [at('vetoed'), matter.vetoed]);
      expected.push([at('queue'), place === 0 ? undefined : place]);
    }
    const found = this.#running.query(
      this.#at,
      expected.map(([path]) => path),
    );
    expected.forEach(([path, wanted], index) => {
      const engine = found[index]?.value;
      if (engine !== wanted) this.#differ(step, path.join('.'), engine, wanted);
    });
  }

  #differ(step: string, what: string, engine: unknown, oracle: unknown): void {
    this.differences.push({ step, what, engine, oracle });
  }

  get #running(): Play {
    if (this.#play === undefined) throw new Error('the play has not begun');
    return this.#play;
  }

  get #at(): string {
    return toTime(this.#oracle.now);
  }

  /** The newest matters are the likeliest: what is resolved is tried now and then. */
  #matter(): Matter | null {
    const { matters } = this.#oracle;
    const pending = matters.filter(({ status }) => status === 'pending');
    if (matters.length === 0) return null;
    return this.#one(pending.length > 0 && this.#number(12) > 0 ? pending : matters);
  }

  #number(size: number): number {
    return uniformFrom(this.#seed, 'simulation', this.#draws++, size);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#number(list.length)] as T;
  }
}

function wholeOf(play: Play): string {
  return JSON.stringify([play.state(), play.ledger, [...play.files], play.terms]);
}
