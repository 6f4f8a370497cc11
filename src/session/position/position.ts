import { AbortedCalls } from '../play/aborted-calls.ts';
import type { OpenGame } from '../play/open-game.ts';
import { isResolvedByHand } from '../../store/read-game.ts';
import { Branches } from './branches.ts';
import { Calls } from './calls.ts';
import { Outbox } from './outbox.ts';
import { Accounts } from './accounts.ts';
import { PostIndex } from './post-index.ts';
import { RulesInPlay } from './rules-in-play.ts';
import { Secrets } from './secrets.ts';
import type { SessionNews, Situation } from './situation.ts';
import { tellChanges } from './tell-changes.ts';
import type { Moderation } from '../../store/moderation.ts';
import { writeYamlKeys } from '../../ruleset/front-matter-write.ts';
import { GAME_FILE } from '../../store/paths.ts';

/** The game while events are taken in. Each part owns its knowledge, and handlers receive only the parts they need. */
export interface Position {
  readonly name: string;
  readonly open: OpenGame;
  readonly accounts: Accounts;
  readonly posts: PostIndex;
  readonly branches: Branches;
  readonly secrets: Secrets;
  readonly calls: Calls;
  readonly outbox: Outbox;
  readonly settings: Settings;
  readonly moderation: { inForce: Moderation };
  readonly strangers: Strangers;
  readonly rules: RulesInPlay;
}

/** The position before any event of the situation is taken in. */
export function positionIn(situation: Situation, open: OpenGame): Position {
  const { facts } = open.read;
  const posts = Object.values(open.play.state().posts);
  for (const post of posts.filter(({ status }) => status === 'pending')) {
    const texts = situation.texts?.get(facts.merged[post.id]?.commit ?? '');
    if (texts !== undefined) open.play.resolutions.add(post.changes, texts);
  }
  const parts = {
    accounts: new Accounts(facts.people, facts.readers, facts.machines, facts.bridges),
    posts: new PostIndex({ links: facts.links, moved: facts.moved, commentIds: {}, posts }),
    branches: new Branches(situation.files, {
      pinned: facts.heads,
      resolved: facts.merged,
      unread: facts.unread,
    }),
    secrets: new Secrets({ keys: facts.keys, seeds: facts.seeds, commitments: facts.sealed }),
    calls: new Calls(situation.events),
    outbox: new Outbox(),
    settings: new Settings(),
    moderation: { inForce: facts.moderation },
    strangers: new Strangers(facts.strangers),
  };
  const { posts: index, branches, secrets, calls, outbox } = parts;
  const { name } = open.read.game;
  const rules = new RulesInPlay({
    open,
    name,
    secrets,
    calls,
    aborted: situation.aborted ?? new AbortedCalls(),
    privateSide: situation.hidden !== undefined,
    rerun: situation.rerun === true,
    drawsHere: situation.elsewhere !== true && situation.rerun !== true,
    pictures: situation.pictures ?? null,
    onChanges: (changes) => tellChanges({ posts: index, outbox, rules }, changes),
  });
  const decidesHere = situation.hidden !== undefined && situation.ticks === undefined;
  open.play.runsInPrivate = () => decidesHere && situation.elsewhere !== true;
  open.play.isByHand = () => isResolvedByHand(open.read.game, () => open.play.state());
  open.play.heldBy = (matter) => branches.whyTextsWait(matter);
  open.play.whyUnread = (matter) => branches.whyUnread(matter);
  const position = { name, open, ...parts, rules };
  learn(position, situation);
  return position;
}

export function learn(
  { posts, branches, secrets }: Position,
  { heads, texts, sealed, links, commentIds, unread = [] }: SessionNews,
): void {
  branches.learn(heads, texts);
  secrets.learn(sealed);
  posts.learn(links, commentIds);
  branches.unreadMatters = new Set(unread.map((post) => posts.idOf(post)));
}

/** An Admin's changes to game.yml that have not been written yet. */
export class Settings {
  #changed: Readonly<Record<string, unknown>> = {};

  get changed(): Readonly<Record<string, unknown>> {
    return this.#changed;
  }

  change(values: Readonly<Record<string, unknown>>): void {
    this.#changed = { ...this.#changed, ...values };
  }

  /** Empty if nothing was changed. */
  written(text = ''): ReadonlyMap<string, string> {
    const changed = this.#changed;
    this.#changed = {};
    return new Map(Object.keys(changed).length === 0 ? [] : [[GAME_FILE, writeYamlKeys(text, changed)]]);
  }
}

const DAY_MS = 86_400_000;

/** When each non-player last got an answer. */
export class Strangers {
  readonly #answered: Map<string, string>;

  constructor(answered: Readonly<Record<string, string>>) {
    this.#answered = new Map(Object.entries(answered));
  }

  lately(at: string): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#answered].filter(([, answered]) => isWithinDay(answered, at)));
  }

  /** Lets one answer a day through and drops the others. */
  bound(outbox: Outbox, since: number, { at, by }: { readonly at: string; readonly by: string }): void {
    const last = this.#answered.get(by);
    if (last !== undefined && isWithinDay(last, at)) outbox.forgetSince(since);
    else this.#answered.set(by, at);
  }
}

/** Looks both ways, because the clock may have been put back. */
function isWithinDay(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) < DAY_MS;
}

/**
 * Everything a position holds besides the rules' state, as text, with the amount of work done. Reading a page must
 * not change it; otherwise the next action would start from something a reader caused, such as a stranger's name.
 */
export function notesOfPosition(position: Position): string {
  const { accounts, posts, branches, secrets, calls, outbox, settings, moderation, rules } = position;
  return JSON.stringify([
    [accounts.all, accounts.readers, accounts.bridges, [...accounts.machines]],
    [posts.links, posts.taken],
    [branches.pinned, branches.resolved],
    [secrets.keys, secrets.seeds, secrets.commitments, secrets.opensMore],
    [calls.open, outbox.waiting, settings.changed, moderation.inForce],
    [rules.happened.length, rules.play.ledger.length, [...rules.wantedPictures]],
  ]);
}
