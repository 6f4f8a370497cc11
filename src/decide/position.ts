import { Ended } from '../play/ended.ts';
import type { OpenGame } from '../store/open-game.ts';
import { Branches, type LeftBranches } from './branches.ts';
import { Calls, type LeftCalls } from './calls.ts';
import { type LeftOutbox, Outbox } from './outbox.ts';
import { Accounts, type LeftAccounts } from './accounts.ts';
import { type LeftPosts, PostIndex } from './post-index.ts';
import { RulesInPlay } from './rules-in-play.ts';
import { PeaceInPlay } from './peace-in-play.ts';
import { type LeftSecrets, Secrets } from './secrets.ts';
import type { Peace } from '../store/peace.ts';
import { Settings } from './settings.ts';
import { Strangers } from './strangers.ts';
import type { Situation } from './situation.ts';
import { tellChanges } from './tell-changes.ts';

/**
 * Where a game stands while events are taken in. Each part owns what it knows; what takes an event is given those parts
 * alone that it needs.
 */
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
  readonly peace: PeaceInPlay;
  readonly strangers: Strangers;
  readonly rules: RulesInPlay;
}

/** A position as JSON, without the game that is open and what is read of its files. */
export interface LeftPosition {
  readonly accounts: LeftAccounts;
  readonly posts: LeftPosts;
  readonly branches: LeftBranches;
  readonly secrets: LeftSecrets;
  readonly calls: LeftCalls;
  readonly outbox: LeftOutbox;
  readonly peace: Peace;
  readonly strangers?: Readonly<Record<string, string>>;
}

type Parts = Pick<
  Position,
  'accounts' | 'posts' | 'branches' | 'secrets' | 'calls' | 'outbox' | 'peace' | 'settings' | 'strangers'
>;

/** The position from which a situation is decided: nothing of what happened in it has been taken in yet. */
export function positionIn(situation: Situation, open: OpenGame): Position {
  const { facts } = open.read;
  const posts = Object.values(open.play.state().posts);
  for (const post of posts.filter(({ status }) => status === 'pending')) {
    const texts = situation.texts?.get(facts.merged[post.id]?.commit ?? '');
    if (texts !== undefined) open.resolutions.add(post.changes, texts);
  }
  return joined(situation, open, {
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
    peace: new PeaceInPlay(facts.peace),
    strangers: new Strangers(facts.strangers),
  });
}

/** The position that another process left, of which `situation` has the files, and no events. */
export function positionLeft(situation: Situation, open: OpenGame, left: LeftPosition): Position {
  return joined(situation, open, {
    accounts: Accounts.from(left.accounts),
    posts: PostIndex.from(open.read.facts.moved, left.posts),
    branches: Branches.from(situation.files, left.branches),
    secrets: Secrets.from(left.secrets),
    calls: Calls.from(left.calls),
    outbox: new Outbox(left.outbox),
    settings: new Settings(),
    peace: new PeaceInPlay(left.peace),
    strangers: new Strangers(left.strangers),
  });
}

/** All that a position has noted, for another process; null where it holds what can't be left, or nobody goes on from it. */
export function leavePosition(position: Position): LeftPosition | null {
  const { accounts, posts, branches, secrets, calls, outbox, settings, peace, rules } = position;
  const ofBranches = branches.leave();
  const isWaiting = rules.wantedPictures.size > 0 || Object.keys(settings.changed).length > 0;
  if (ofBranches === null || isWaiting || secrets.opensMore || !rules.ended.isEmpty) return null;
  return {
    accounts: accounts.leave(),
    posts: posts.leave(),
    branches: ofBranches,
    secrets: secrets.leave(),
    calls: calls.leave(),
    outbox: outbox.leave(),
    peace: peace.kept,
    strangers: position.strangers.all,
  };
}

function joined(situation: Situation, open: OpenGame, parts: Parts): Position {
  const { name } = open.read.game;
  const { posts: index, branches, secrets, calls, outbox } = parts;
  const rules = new RulesInPlay({
    open,
    name,
    secrets,
    calls,
    ended: situation.ended ?? new Ended(),
    privateSide: situation.hidden !== undefined,
    rerun: situation.rerun === true,
    pictures: situation.pictures ?? null,
    onChanges: (changes) => tellChanges({ posts: index, outbox, rules }, changes),
  });
  open.play.heldBy = (matter) => branches.whyTextsWait(matter);
  open.play.whyUnread = (matter) => branches.whyUnread(matter);
  const position = { name, open, ...parts, rules };
  learn(position, situation);
  return position;
}

/** The part of a situation for a game that is open already. */
export function learn(
  { posts, branches, secrets }: Position,
  { heads, texts, sealed, links, commentIds }: Situation,
): void {
  branches.learn(heads, texts);
  secrets.learn(sealed);
  posts.learn(links, commentIds);
}
