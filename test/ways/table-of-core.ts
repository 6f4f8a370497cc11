/* oxlint-disable unicorn/no-thenable -- a key of the format, and no promise */
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

export type Step = Readonly<Record<string, unknown>>;
export const players = { ana: { admin: true }, bo: {}, cy: {}, dee: {}, eli: {} };
export const PEOPLE: readonly string[] = Object.keys(players);
const PACK = 'ways-to-decide/dynastic/';

/** A rule’s files and all helpers that its clause needs, as a proposal adds them to a section. */
export function filesOf(section: string, ...names: string[]): Record<string, string> {
  const found = new Map<string, string>();
  const add = (file: string): void => {
    const text = shippedLibrary.get(`${PACK}${file}`);
    if (text === undefined || found.has(file)) return;
    found.set(file, text);
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    for (const [, helper = ''] of text.matchAll(/from '\.\/([^']+)'/gu)) add(`${folder}${helper}`);
  };
  for (const name of names) for (const ending of ['md', 'ts']) add(`${name}.${ending}`);
  return Object.fromEntries([...found].map(([file, text]) => [`content/ruleset/${section}/${file}`, text]));
}

/** Somebody by their place after whoever has made the proposal. */
type By = (place: number) => string;

interface Wanted {
  readonly said: (question: { readonly id: string; readonly on: string }, by: By) => readonly Step[];
  readonly status: 'enacted' | 'failed';
  readonly told: string;
}

/** How a core’s proposals go on from the votes: when they are looked at, and what else there is to a turn. */
interface Core {
  readonly section: string;
  readonly hours: number;
  resolved(on: string, status: 'enacted' | 'failed', at: string): readonly Step[];
  after(by: string): readonly Step[];
}

/** A game in which somebody after the other proposes something, under the rules of some core. */
export class Table {
  readonly steps: Step[] = [];
  readonly #core: Core;
  #hours = 0;
  #proposals = 0;
  #questions = 0;
  #way = 'votes';
  readonly #known = new Set<string>();
  /** Those who may vote; officers alone where they decide. */
  voters = PEOPLE;

  constructor(core: Core) {
    this.#core = core;
  }

  take(rule: string, way = rule): void {
    this.#adopt({ changes: filesOf(this.#core.section, rule) });
    this.#known.add(way);
  }

  decideBy(way: string): void {
    if (way !== this.#way) this.amend('Decisions', `decided by ${this.#way}`, `decided by ${way}`);
    this.#way = way;
    this.voters = PEOPLE;
  }

  act(step: Step): void {
    this.steps.push({ at: `+${this.#hours}h`, ...step });
  }

  /** A proposal asks a question as soon as there is the rule for it, and its way is known. */
  get #isDecided(): boolean {
    return this.#known.has('decisions') && this.#known.has(this.#way);
  }

  amend(rule: string, replace: string, words: string): void {
    this.#adopt({ changes: { 'edit-rule': { rule, replace, with: words } } });
  }

  /** One that everybody is for, in whatever way it is decided: the longest of them takes three days. */
  #adopt(what: Step): void {
    this.#played(what, {
      said: ({ on }) => this.voters.map((by) => ({ by, vote: 'FOR', on })),
      status: 'enacted',
      told: '',
    });
  }

  propose(wanted: Wanted): void {
    this.#played(
      { changes: { 'add-rule': { title: `Rule of ${this.#proposals}`, text: 'It says little.' } } },
      wanted,
    );
  }

  #played(what: Step, { said, status, told }: Wanted): void {
    const n = this.#proposals;
    this.#proposals += 1;
    const author = n % PEOPLE.length;
    const by: By = (place) => PEOPLE[(author + place) % PEOPLE.length] ?? '';
    const on = `P${n + 1}`;
    const isDecided = this.#isDecided;
    if (isDecided) this.#questions += 1;
    const id = `question-${this.#questions}`;
    const at = `+${this.#hours}h`;
    this.steps.push(
      { at, by: by(0), propose: { title: `[Core] Number ${n + 1}`, as: on, ...what } },
      ...said({ id, on }, by).map((step) => ({ at, ...step })),
    );
    this.#hours += this.#core.hours;
    const end = `+${this.#hours}h`;
    this.steps.push(...this.#core.resolved(on, status, end));
    const isTold = isDecided && told !== '';
    this.steps.push({
      at: end,
      tick: true,
      then: {
        matters: { [on]: { status } },
        ...(isTold ? { questions: { [id]: { open: false, verdict: { contains: told } } } } : {}),
      },
    });
    this.steps.push(...this.#core.after(by(0)).map((step) => ({ at: end, ...step })));
  }
}

const byVotes: Core = {
  section: 'dynastic',
  hours: 80,
  resolved: () => [],
  after: () => [],
};

const inTurns: Core = {
  section: 'core',
  hours: 80,
  resolved: () => [],
  after: (by) => [{ by, act: 'throw-die', dice: [1] }],
};

const byHand: Core = {
  section: 'core',
  hours: 80,
  resolved: (on, as, at) => [{ at, by: 'ana', resolve: on, as }],
  after: () => [],
};

export const TABLES: Readonly<Record<string, () => Table>> = {
  '2008': () => new Table(byVotes),
  '2019': () => new Table(byVotes),
  '2021': () => new Table(byVotes),
  prose: () => new Table(byHand),
  suber: () => new Table(inTurns),
};
