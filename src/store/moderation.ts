import type { ModelDescription } from '../kernel/describe-model.ts';
import type { CommentData, PostData, State } from '../kernel/state.ts';
import { dayIn, IN_ENGLISH, type Wording } from '../language/wording.ts';

/** A measure that an Admin took to moderate the game. */
export interface ModerationStep {
  readonly by: string;
  readonly at: string;
  readonly why: string;
}

/** All measures in force. The ledger contains earlier ones. */
export interface Moderation {
  /** Muted players, and since when. Their words from then on are stored but not shown; with `all`, earlier ones neither. */
  readonly muted?: Readonly<Record<string, ModerationStep & { readonly all?: true }>>;
  /** Since when newcomers are ignored. */
  readonly joining?: ModerationStep;
  /** The most messages per hour and person. */
  readonly pace?: ModerationStep & { readonly most: number };
  /** Accounts that belong to one person. */
  readonly same?: readonly (ModerationStep & { readonly players: readonly [string, string] })[];
  /** Addresses that the server at home no longer answers, under names that don't reveal them. */
  readonly bans?: Readonly<Record<string, ModerationStep>>;
  /** While there is a pace: player → the times of their messages in the past hour. */
  readonly said?: Readonly<Record<string, readonly string[]>>;
}

type Ruled = Pick<ModelDescription, 'fields'>;

/** The variables by which rules can take over a measure. From then on only a matter changes it. */
const TAKEN_OVER = {
  muted: ['player', 'muted', 'boolean'],
  joining: ['game', 'joining-closed', 'boolean'],
  pace: ['game', 'pace', 'integer'],
  same: ['player', 'same-as', 'player'],
} as const;

type RuledPart = keyof typeof TAKEN_OVER;

/** The variable by which the rules control a measure, or null if the Admins do. */
export function ruledBy({ fields }: Ruled, part: string): string | null {
  if (!Object.hasOwn(TAKEN_OVER, part)) return null;
  const [scope, name, kind] = TAKEN_OVER[part as RuledPart];
  const type = fields[scope]?.[name]?.type;
  // Most players have no second account, so such a variable is usually optional.
  return (type?.kind === 'optional' ? type.of.kind : type?.kind) === kind ? `${scope}.${name}` : null;
}

/** True if neither Admins nor rules limit who is heard or how often. */
export function hearsEverybody({ joining, pace }: Moderation, model: Ruled): boolean {
  const isFree = joining === undefined && pace === undefined;
  return isFree && ruledBy(model, 'joining') === null && ruledBy(model, 'pace') === null;
}

type Played = Pick<State, 'game' | 'players'>;

/** The measures in force, taken from the rules if they control them, otherwise from the Admins. */
export class ModeratedGame {
  readonly #moderation: Moderation;
  readonly #model: Ruled;
  readonly #state: Played;

  readonly #wording: Wording;

  constructor(moderation: Moderation, model: Ruled, state: Played, wording = IN_ENGLISH) {
    this.#moderation = moderation;
    this.#model = model;
    this.#state = state;
    this.#wording = wording;
  }

  /** Since when and by whom somebody is muted. An empty time means always. Null if they aren't. */
  mutedSince(player: string): Pick<ModerationStep, 'by' | 'at'> | null {
    if (ruledBy(this.#model, 'muted') !== null)
      return this.#state.players[player]?.['muted'] === true ? { by: 'the rules', at: '' } : null;
    const { muted = {} } = this.#moderation;
    const step = Object.hasOwn(muted, player) ? muted[player] : undefined;
    return step?.all === true ? { by: step.by, at: '' } : (step ?? null);
  }

  get isJoiningClosed(): boolean {
    if (ruledBy(this.#model, 'joining') !== null) return this.#state.game['joining-closed'] === true;
    return this.#moderation.joining !== undefined;
  }

  /** The most messages per hour and person, or null if there is no limit. */
  get pace(): number | null {
    if (ruledBy(this.#model, 'pace') === null) return this.#moderation.pace?.most ?? null;
    const most = this.#state.game['pace'];
    return typeof most === 'number' && most > 0 ? most : null;
  }

  /** A post as others see it. Words from after the author was muted are replaced by a sentence. */
  shown(post: PostData): PostData {
    const { text, comments } = post;
    const hides = (by: string, ...times: readonly (string | null)[]): boolean => {
      const since = this.mutedSince(by);
      return since !== null && times.some((at) => at !== null && at >= since.at);
    };
    // Edits aren't timed here, so an old comment could have new words.
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
    const { language, say } = this.#wording;
    const whose = nameInRoster(this.#state, player);
    const { muted = {} } = this.#moderation;
    const step = ruledBy(this.#model, 'muted') === null ? muted[player] : undefined;
    const why =
      step === undefined
        ? say`the rules mute ${whose}`
        : say`${nameInRoster(this.#state, step.by)} muted ${whose} on ${dayIn(language.tag, step.at)}`;
    return `*${say`Kept, and not shown: ${why}.`}*`;
  }
}

/** A measure in force, and the one that takes it back on a page; null if only the host's machine can. */
interface MeasureSaid {
  readonly said: string;
  readonly undo: readonly [measure: string, value: string] | null;
}

export function sayModeration(
  moderation: Moderation,
  nameOf?: (player: string) => string,
): readonly string[] {
  return measuresInForce(moderation, nameOf).map(({ said }) => said);
}

export function measuresInForce(
  { muted = {}, joining, pace, same = [], bans = {} }: Moderation,
  nameOf: (player: string) => string = (player) => player,
): readonly MeasureSaid[] {
  const record = ({ by, at, why }: ModerationStep): string =>
    `${nameOf(by)}, ${at.slice(0, 16).replace('T', ' ')} UTC: ${why}`;
  const measure = (said: string, step: ModerationStep, undo: MeasureSaid['undo']): MeasureSaid => ({
    said: `${said} (${record(step)})`,
    undo,
  });
  return [
    ...Object.entries(muted).map(([player, one]) =>
      measure(
        one.all === true
          ? `${nameOf(player)} is muted: all their words, earlier ones too, are kept and not shown`
          : `${nameOf(player)} is muted: what they write is kept and not shown, and earlier words stay`,
        one,
        ['unmute', player],
      ),
    ),
    ...(joining === undefined ? [] : [measure('Nobody new is heard', joining, ['joining', 'open'])]),
    ...(pace === undefined
      ? []
      : [measure(`Posts and comments that each may make in an hour: ${pace.most}`, pace, ['pace', 'none'])]),
    ...same.map((one) =>
      measure(`${one.players.map(nameOf).join(' and ')} are marked as one person’s`, one, [
        'apart',
        one.players.join(' '),
      ]),
    ),
    ...Object.entries(bans).map(([name, one]) =>
      measure(`The server at home doesn’t answer the address ${name}`, one, null),
    ),
  ];
}

export function nameInRoster({ players }: Pick<State, 'players'>, id: string): string {
  const name = players[id]?.['name'];
  return typeof name === 'string' ? name : id;
}
