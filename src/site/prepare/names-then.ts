import type { Wording } from '../../language/wording.ts';
import { Naming } from '../../decide/naming.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { State } from '../../kernel/state.ts';
import type { StateChange } from '../../kernel/store.ts';
import type { LedgerLine } from '../../play/ledger-line.ts';

interface Known {
  readonly model: ModelDescription;
  readonly state: State;
  readonly wording: Wording;
}

type Line = Pick<LedgerLine, 'n' | 'changes'>;

/** Names as they were at the time: events before something got its name are told without it. */
export class NamesThen {
  readonly now: Naming;
  /** The naming that was valid before each line, latest first. */
  readonly #before: readonly { readonly n: number; readonly naming: Naming }[];
  readonly #renamed: ReadonlyMap<string, readonly number[]>;

  constructor({ model, state, wording }: Known, ledger: readonly Line[]) {
    this.now = new Naming({ model, state, wording });
    const before: { n: number; naming: Naming }[] = [];
    const renamed = new Map<string, number[]>();
    let then = state;
    for (const { n, changes } of ledger.toReversed()) {
      const names = changes.filter(isRenaming);
      if (names.length === 0) continue;
      then = names.toReversed().reduce(undone, then);
      before.push({ n, naming: new Naming({ model, state: then, wording }) });
      for (const { path } of names) renamed.set(keyIn(path), [...(renamed.get(keyIn(path)) ?? []), n]);
    }
    this.#before = before;
    this.#renamed = renamed;
  }

  /** The names after a line of the ledger. */
  at(n: number): Naming {
    return this.#before.findLast((one) => one.n > n)?.naming ?? this.now;
  }

  /** The earlier names of something, each with the line that ended it, oldest first. */
  earlier(collection: string, id: string): readonly { readonly until: number; readonly label: string }[] {
    const lines = this.#renamed.get(`${collection}/${id}`)?.toReversed() ?? [];
    return lines.map((until) => ({ until, label: this.at(until - 1).label(collection, id) }));
  }
}

function isRenaming({ path: [head, , , field], before }: StateChange): boolean {
  return head === 'things' && (field === 'name' || field === 'title') && before !== undefined;
}

function keyIn([, collection = '', id = '']: readonly string[]): string {
  return `${collection}/${id}`;
}

function undone(
  state: State,
  { path: [, collection = '', id = '', field = ''], before }: StateChange,
): State {
  const things = state.things[collection] ?? {};
  const thing = { ...things[id], [field]: before };
  return { ...state, things: { ...state.things, [collection]: { ...things, [id]: thing } } };
}
