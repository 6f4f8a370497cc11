import type { ModelDescription } from '../kernel/describe-model.ts';
import type { CommentData, PostData, State } from '../kernel/state.ts';

/** Something that an Admin did for peace at the table: who, when and why. */
export interface PeaceStep {
  readonly by: string;
  readonly at: string;
  readonly why: string;
}

/** All of it that is in force; the ledger has what was before. */
export interface Peace {
  /** Player → since when their words are kept and not shown. */
  readonly muted?: Readonly<Record<string, PeaceStep>>;
  /** Since when nobody new is heard. */
  readonly joining?: PeaceStep;
  /** The most that each may say in an hour. */
  readonly pace?: PeaceStep & { readonly most: number };
  /** Accounts that are one person's. */
  readonly same?: readonly (PeaceStep & { readonly players: readonly [string, string] })[];
  /** Addresses that the server at home answers no more, by names that tell nothing of them. */
  readonly bans?: Readonly<Record<string, PeaceStep>>;
  /** Player → when they said something in the past hour, while there is a pace. */
  readonly said?: Readonly<Record<string, readonly string[]>>;
}

type Ruled = Pick<ModelDescription, 'fields'>;

/** The variables by which rules take a part of it over: it is theirs from then on, and a matter changes it. */
const TAKEN_OVER = {
  muted: ['player', 'muted', 'boolean'],
  joining: ['game', 'joining-closed', 'boolean'],
  pace: ['game', 'pace', 'integer'],
  same: ['player', 'same-as', 'player'],
} as const;

type RuledPart = keyof typeof TAKEN_OVER;

/** The variable with which rules keep this part themselves; null where it is the Admins'. */
export function ruledBy({ fields }: Ruled, part: string): string | null {
  if (!Object.hasOwn(TAKEN_OVER, part)) return null;
  const [scope, name, kind] = TAKEN_OVER[part as RuledPart];
  const type = fields[scope]?.[name]?.type;
  // Of nobody's other player there is none, so that such a variable can hardly be declared but as an optional one.
  return (type?.kind === 'optional' ? type.of.kind : type?.kind) === kind ? `${scope}.${name}` : null;
}

/** Whether everybody is heard as often as they like: nothing keeps anybody from it, whatever the state is. */
export function hearsEverybody({ joining, pace }: Peace, model: Ruled): boolean {
  const isFree = joining === undefined && pace === undefined;
  return isFree && ruledBy(model, 'joining') === null && ruledBy(model, 'pace') === null;
}

type Played = Pick<State, 'game' | 'players'>;

/** Peace as it is kept at a table: by the rules where they say so, else by the Admins. */
export class PeaceKept {
  readonly #peace: Peace;
  readonly #model: Ruled;
  readonly #state: Played;

  constructor(peace: Peace, model: Ruled, state: Played) {
    this.#peace = peace;
    this.#model = model;
    this.#state = state;
  }

  /** Since when somebody is muted, and by whom; an empty time is for ever. Null where they are not. */
  mutedSince(player: string): Pick<PeaceStep, 'by' | 'at'> | null {
    if (ruledBy(this.#model, 'muted') !== null)
      return this.#state.players[player]?.['muted'] === true ? { by: 'the rules', at: '' } : null;
    const { muted = {} } = this.#peace;
    return Object.hasOwn(muted, player) ? (muted[player] ?? null) : null;
  }

  get isJoiningClosed(): boolean {
    if (ruledBy(this.#model, 'joining') !== null) return this.#state.game['joining-closed'] === true;
    return this.#peace.joining !== undefined;
  }

  /** The most that each may say in an hour; null where nothing is said of it. */
  get pace(): number | null {
    if (ruledBy(this.#model, 'pace') === null) return this.#peace.pace?.most ?? null;
    const most = this.#state.game['pace'];
    return typeof most === 'number' && most > 0 ? most : null;
  }

  /** A post as others see it: what somebody said since they were muted is kept, and a sentence stands in its place. */
  shown(post: PostData): PostData {
    const { text, comments } = post;
    const hides = (by: string, ...times: readonly (string | null)[]): boolean => {
      const since = this.mutedSince(by);
      return since !== null && times.some((at) => at !== null && at >= since.at);
    };
    // An edit has no time of its own here, so that old words could say something new by it.
    const isHidden = ({ by, at, edited }: CommentData): boolean =>
      hides(by, at) || (edited === true && this.mutedSince(by) !== null);
    const isText = !post.byEngine && text.trim() !== '' && hides(post.author, post.at, post.alteredAt);
    if (!isText && !comments.some(isHidden)) return post;
    return {
      ...post,
      text: isText ? this.#instead(post.author) : text,
      comments: comments.map((one) => (isHidden(one) ? { ...one, text: this.#instead(one.by) } : one)),
    };
  }

  #instead(player: string): string {
    const { by = '', at = '' } = this.mutedSince(player) ?? {};
    return `*Kept, and not shown: ${by}${at === '' ? '' : `, ${at.slice(0, 10)}`}.*`;
  }
}

/** All that is in force, a sentence each. */
export function sayPeace(
  { muted = {}, joining, pace, same = [], bans = {} }: Peace,
  nameOf: (player: string) => string = (player) => player,
): readonly string[] {
  const record = ({ by, at, why }: PeaceStep): string =>
    `${nameOf(by)}, ${at.slice(0, 16).replace('T', ' ')} UTC: ${why}`;
  return [
    ...Object.entries(muted).map(
      ([player, one]) => `The words of ${nameOf(player)} are kept and not shown (${record(one)})`,
    ),
    ...(joining === undefined ? [] : [`Nobody new is heard (${record(joining)})`]),
    ...(pace === undefined ? [] : [`Nobody says more than ${pace.most} things in an hour (${record(pace)})`]),
    ...same.map(
      (one) => `${one.players.map(nameOf).join(' and ')} are marked as one person’s (${record(one)})`,
    ),
    ...Object.entries(bans).map(
      ([name, one]) => `The server at home doesn’t answer the address ${name} (${record(one)})`,
    ),
  ];
}

export function nameInRoster({ players }: Pick<State, 'players'>, id: string): string {
  const name = players[id]?.['name'];
  return typeof name === 'string' ? name : id;
}
