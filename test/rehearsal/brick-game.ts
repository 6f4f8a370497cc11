import type { Caches } from '../../src/cache/caches.ts';
import { caches as shared } from '../../src/cache/fixtures/shared-caches.ts';
import type { MatterChange, State } from '../../src/kernel/state.ts';
import { hoursAfter } from '../../src/kernel/time.ts';
import { rehearseRules } from '../../src/rehearse/rehearse-rules.ts';
import type { Amendment, Edition, RulesRehearsal } from '../../src/session/play/play-options.ts';
import { Play } from '../../src/session/play/play.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { DEFAULT_LIMITS } from '../../src/sandbox/host.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { RULESET } from '../../src/store/paths.ts';

export const PEOPLE = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
export const AT = '2024-03-01T09:00:00Z';
const TITLES = ['A longer night', 'Lanterns', 'Fewer words', 'More words, and other ones'];

/** New value of loops stopped soon. */
const LIMITS = { ...DEFAULT_LIMITS, polls: 60 };

export type Changes = Readonly<Record<string, string | null>>;

/** Rules and a game of six, without Git: what a rehearsal says of a change, and what people can do once it is in force. */
export class BrickGame {
  readonly edition: Edition;
  readonly state: State;
  readonly caches: Caches;

  static of(edition: Edition, state: State, caches: Caches = shared): BrickGame {
    return new BrickGame(edition, state, caches);
  }

  private constructor(edition: Edition, state: State, caches: Caches) {
    this.edition = edition;
    this.state = state;
    this.caches = caches;
  }

  static async begin(
    wish: Parameters<typeof composeRuleset>[1],
    library: ReadonlyMap<string, string> = shippedLibrary,
    caches: Caches = shared,
  ): Promise<BrickGame> {
    const { files, terms } = composeRuleset(library, wish);
    const play = await Play.start({ files, terms, state: null, draw: () => 1, caches });
    for (const id of PEOPLE) {
      play.sandbox.assume(`players.${id}.name`, id);
      play.sandbox.assume(`players.${id}.state`, 'active');
    }
    play.sandbox.assume('players.ana.admin', true);
    if (Object.hasOwn(play.model.fields['dynasty'] ?? {}, 'emperor'))
      play.sandbox.assume('dynasty.emperor', 'cy');
    play.sandbox.begin(AT);
    const game = new BrickGame({ files, terms }, play.state(), caches);
    play.dispose();
    return game;
  }

  with(changes: Changes): Edition {
    const files = new Map(this.edition.files);
    for (const [path, text] of Object.entries(changes)) {
      const inside = path.slice(RULESET.length);
      if (text === null) files.delete(inside);
      else files.set(inside, text);
    }
    return { files, terms: this.edition.terms };
  }

  rehearse(changes: Changes, at = AT, values: NonNullable<Amendment['values']> = []): RulesRehearsal {
    const after = this.with(changes);
    const ledger = { length: 0, at: () => null };
    const { edition: before, state, caches } = this;
    return rehearseRules({ before, after, state, at, values, ledger, caches });
  }

  /**
   * Whether people can still change a rule in a real game under these rules, by matters as they make them: the oracle, which asks
   * no rehearsal. They try for a year, each of them, with several titles.
   */
  async canAmend(changes: Changes, at: string): Promise<boolean> {
    for (let month = 0; month < 12; month += 3)
      if (await this.canAmendNow(changes, hoursAfter(at, month * 24 * 31))) return true;
    return false;
  }

  get #people(): readonly string[] {
    return Object.keys(this.state.players);
  }

  async canAmendNow(changes: Changes, at: string): Promise<boolean> {
    const edition = this.with(changes);
    const { caches } = this;
    const play = await Play.start({ ...edition, state: this.state, draw: () => 1, caches, limits: LIMITS });
    try {
      this.#ascend(play, at);
      return this.#people.some((by, n) => this.#amends(play, by, n, at));
    } catch {
      // It is ended by the sandbox: nobody gets further.
      return false;
    } finally {
      play.dispose();
    }
  }

  /** Between two dynasties nothing is enacted: people wait for the address that begins the next one, of an emperor who may have to come back for it. */
  #ascend(play: Play, at: string): void {
    const { interregnum, emperor } = play.state().dynasty;
    if (interregnum !== true) return;
    if (typeof emperor === 'string') {
      play.take({ type: 'act', action: 'ask-unidle', with: {}, at, by: emperor });
      for (const by of this.#people)
        play.take({ type: 'act', action: 'unidle', with: { player: emperor }, at, by });
    }
    const call = { type: 'act', action: 'ascend', with: { theme: 'Fog' } } as const;
    for (const by of this.#people) play.take({ ...call, at, by });
  }

  #amends(play: Play, by: string, n: number, at: string): boolean {
    const path = `${RULESET}core/votable-matters/votes.md`;
    const base = play.files.get('core/votable-matters/votes.md') ?? [...play.files.values()][0] ?? '';
    const content = `${base}\n\nAmended by ${by}.\n`;
    const change: MatterChange = { verb: 'file', path, content, base };
    const id = String(n + 1);
    const title = `[Core] ${TITLES[n % TITLES.length] ?? ''}`;
    const now = hoursAfter(at, n);
    const posted = play.take({
      type: 'post',
      at: now,
      by,
      id,
      kind: 'proposal',
      title,
      text: 'As below.',
      changes: [change],
    });
    if (!posted.ok) return false;
    for (const voter of this.#people)
      play.take({ type: 'comment', at: now, by: voter, on: id, id: `${id}-${voter}`, text: 'Yes. :for:' });
    for (const hours of [13, 49, 240]) {
      play.tick(hoursAfter(now, hours));
      if (play.files.get('core/votable-matters/votes.md') === content) return true;
    }
    return false;
  }
}
