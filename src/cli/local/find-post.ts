import type { Game } from '../../host/game.ts';
import type { Manifest, RuleEntry } from '../../kernel/manifest.ts';
import type { PostData } from '../../kernel/state.ts';
import { failure, Failure } from '../command.ts';
import { meantBy } from '../meant-by.ts';
import type { Position } from '../../session/position/position.ts';
import { findPerson, namedPeople, type Named } from '../../session/position/person-id.ts';
import { findRule, sayAlike } from '../../ruleset/find-rule.ts';
import { withPosition } from '../../seat/read-table.ts';
import { shellWord } from '../../language/shell-word.ts';

/** Finds a post by number, as `3` or `#3`, or by words of its title; pending ones are preferred, and withdrawn ones come last. */
export function findPost(
  posts: Readonly<Record<string, PostData>>,
  wanted: string,
  others: readonly string[] = [],
): PostData {
  const id = wanted.replace(/^#/u, '');
  const exact = posts[id];
  if (exact !== undefined && Object.hasOwn(posts, id)) return exact;
  const words = wanted.trim().toLowerCase();
  const all = Object.values(posts).filter(({ title }) => title.toLowerCase().includes(words));
  const [pending, notWithdrawn] = [
    all.filter(({ status }) => status === 'pending'),
    all.filter(({ status }) => status !== 'removed'),
  ];
  const found = [pending, notWithdrawn, all].find(({ length }) => length > 0) ?? [];
  if (found.length === 1 && found[0] !== undefined) return found[0];
  if (found.length > 1) {
    throw failure(
      'usage',
      'several-posts',
      `Several posts have “${wanted}” in their title: ${found.map((post) => `${post.id} ${post.title}`).join('; ')}.`,
      { next: 'Name it by its number.' },
    );
  }
  const guess = meantBy(wanted, [...Object.values(posts).map(({ title }) => title), ...others]);
  if (/^\d+$/u.test(id)) throw notInPlay(id);
  throw failure('usage', 'no-such-post', `There is no post ${wanted}.`, {
    next:
      guess === undefined
        ? '`gitnomic status` lists what is pending, `gitnomic log` what was.'
        : `Did you mean “${guess}”?`,
  });
}

/** The same in a game; if the name belongs to something else, the error says so. */
export function postMeant({ open: { play } }: Position, wanted: string): PostData {
  try {
    return findPost(play.state().posts, wanted);
  } catch (error) {
    const what = isNoPost(error) ? otherwiseCalled(play, wanted) : null;
    if (what === null) throw error;
    throw new Failure('usage', { code: 'no-such-post', ...what }, { cause: error });
  }
}

/** Finds somebody by name; `others` are further ids, such as those of people who have left. */
export function playerMeant(wanted: string, people: readonly Named[], others: readonly string[] = []): Named {
  const found = findPerson(people, wanted);
  if (found !== null || others.includes(wanted)) return found ?? { id: wanted, name: wanted };
  const left = others.filter((id) => people.every((one) => one.id !== id));
  const meant = meantBy(wanted, [...people.flatMap(({ id, name }) => [name, id]), ...left]);
  throw failure('usage', 'no-such-person', `Nobody in this game is called ${wanted}.`, {
    next:
      meant === undefined
        ? `It is one of ${[...new Set([...people.map(({ name }) => name), ...left])].join(', ')}.`
        : `Did you mean “${meant}”?`,
  });
}

/** The rule of this name, or null; if several have it, the error asks which is meant. */
export function ruleMeant({ manifest }: { readonly manifest: Manifest }, name: string): RuleEntry | null {
  const found = findRule(manifest, name);
  const alike = sayAlike(name, found);
  if (alike !== null) throw failure('usage', 'titles-alike', alike);
  return found.rule;
}

function isNoPost(error: unknown): boolean {
  return error instanceof Failure && error.problems[0]?.code === 'no-such-post';
}

/** A number always means a post, and never a rule. */
function otherwiseCalled(
  play: Position['open']['play'],
  wanted: string,
): { readonly what: string; readonly next: string } | null {
  if (/^#?\d+$/u.test(wanted)) return null;
  const rule = ruleMeant(play, wanted);
  if (rule !== null)
    return {
      what: `“${rule.title}” is a rule, not a post.`,
      next: `\`gitnomic show ${shellWord(rule.title)}\` shows it; \`gitnomic status\` lists what is pending.`,
    };
  const person = findPerson(namedPeople(play.state().players), wanted);
  if (person === null) return null;
  return {
    what: `“${wanted}” is a player, not a post.`,
    next: 'Posts go by their number, or by words of their title: `gitnomic status` lists what is pending.',
  };
}

/** The forge's number of a post to write on, which may not be part of the game. */
export async function placeMeant(game: Game, wanted: string): Promise<string> {
  const number = wanted.replace(/^#/u, '');
  if (/^\d+$/u.test(number)) return number;
  return withPosition(game, (position) => placeToSay(position, postMeant(position, wanted)));
}

/** Numbers are the forge's, so a refused post has one too. */
function notInPlay(id: string): Failure {
  return failure('usage', 'no-such-post', `There is no post ${id} in play.`, {
    next: 'If there is one, the rules refused it and say why below it, its dynasty is over, or it is the thread for actions. `gitnomic status` lists what is pending, `gitnomic log` what was.',
  });
}

/**
 * The post's name on the forge, for comments. A game that moved has older posts whose numbers now belong to others on
 * the new forge; they can't be commented on any more.
 */
export function placeToSay({ posts }: Pick<Position, 'posts'>, { id, title }: PostData): string {
  const place = posts.forgePostOf(id);
  if (place !== null) return place;
  const { moved } = posts;
  throw new Failure('refused', {
    code: 'no-thread',
    what:
      moved === null
        ? `${title}, post ${id}, is not on the forge.`
        : `${title}, post ${id}, is from before the game moved: it can be read, but nobody can comment on it any more.`,
    next:
      moved === null
        ? 'Run `gitnomic tick`, which posts everything that is still missing there.'
        : `Posts of its present forge are called ${moved.posts}1, ${moved.posts}2 and so on: \`gitnomic status\` lists what is pending.`,
  });
}
