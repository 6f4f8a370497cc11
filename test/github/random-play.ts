import { type Person, ForgeError } from '../../src/forge/events.ts';
import type { Forge, People } from '../../src/forge/port.ts';
import type { ModelDescription } from '../../src/kernel/describe-model.ts';
import { toKebab } from '../../src/kernel/names.ts';
import type { ValueType } from '../../src/kernel/value-types.ts';
import { writeCommand } from '../../src/session/take/commands.ts';
import { readContent } from '../../src/tick/observe.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';

/** A forge with people at it, who call their comments by names of their own: each forge numbers them as it likes. */
export interface Side {
  readonly forge: Forge;
  readonly table: People;
  readonly comments: Map<string, string>;
}

/** Numbers that are the same for the same seed. */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const pick = <T>(from: readonly T[], roll: (below: number) => number): T | undefined =>
  from[roll(Math.max(1, from.length))];

/** Something that somebody does, at whatever forge they do it. */
export interface Deed {
  /** GitHub forgets what is taken back: so it has to be looked at before and after. */
  readonly takesBack: boolean;
  /** Where it has a number, as a post has, that. */
  at(side: Side): Promise<unknown>;
}
const deed = (at: Deed['at'], takesBack = false): Deed => ({ at, takesBack });

export interface Played {
  readonly people: readonly Person[];
  readonly model: ModelDescription;
  /** Numbers of the posts that people opened, and their comments. */
  readonly posts: { id: string; readonly by: Person; readonly comments: { name: string; by: Person }[] }[];
  /** A rule with a live number, which proposals change. */
  readonly rule: string;
}

/** The next thing that somebody does: a proposal, a vote in one of its forms, a change of mind, an action, nonsense. */
export function nextDeed(played: Played, roll: (below: number) => number, at: string, turn: number): Deed {
  const by = pick(played.people, roll) as Person;
  const post = pick(played.posts, roll);
  const what = roll(12);
  if (post === undefined || what === 0) return propose(played, by, turn, at);
  if (what <= 3) return comment(post, by, pick(VOTES, roll) ?? '', turn);
  const { id } = post;
  const reaction = pick(['+1', '-1', 'heart'], roll) ?? '+1';
  if (what === 4) return deed(({ table }) => table.react(by, id, reaction));
  if (what === 5) return deed(({ table }) => table.unreact(by, id, reaction), true);
  if (what === 6) {
    const verdict = by.id === post.by.id ? 'comment' : roll(2) === 0 ? 'approve' : 'request-changes';
    return deed(async ({ table }) => (await table.review(by, id, verdict, ':for:')) && 'reviewed');
  }
  const own = pick(post.comments, roll);
  if (what === 7 && own !== undefined) {
    const text = roll(2) === 0 ? ':against:' : '> /idle\nno vote';
    return deed(({ table, comments }) => table.editComment(own.by, id, comments.get(own.name) ?? '', text));
  }
  if (what === 8 && own !== undefined) {
    post.comments.splice(post.comments.indexOf(own), 1);
    return deed(({ table, comments }) => table.removeComment(own.by, id, comments.get(own.name) ?? ''), true);
  }
  return comment(post, by, act(played, roll), turn);
}

const VOTES = [
  ':for:',
  ':against:',
  'Well :for: me',
  ':imperial:',
  '```\n:for:\n```',
  '/enact',
  '/why',
  ':veto:',
];

function comment(post: Played['posts'][number], by: Person, text: string, turn: number): Deed {
  const name = `comment ${turn}`;
  post.comments.push({ name, by });
  return deed(async ({ table, comments }) => {
    comments.set(name, await table.comment(by, post.id, text));
    return 'commented';
  });
}

function act({ model, people }: Played, roll: (below: number) => number): string {
  const actions = Object.entries(model.actions).filter(([, action]) => !action.private);
  const [name, action] = pick(actions, roll) ?? ['', undefined];
  const words = Object.entries(action?.with ?? {}).map(([key, type]) => [
    toKebab(key),
    valueOf(type, people, roll),
  ]);
  return writeCommand(name, Object.fromEntries(words) as Record<string, unknown>);
}

function valueOf(type: ValueType, people: readonly Person[], roll: (below: number) => number): unknown {
  switch (type.kind) {
    case 'optional':
      return valueOf(type.of, people, roll);
    case 'integer':
      return 1 + roll(3);
    case 'boolean':
      return roll(2) === 0;
    case 'choice':
      return pick(type.of, roll);
    case 'player':
      return pick(people, roll)?.id;
    case 'list':
      return [valueOf(type.of, people, roll)];
    default:
      return pick(['one', 'DICE6', 'two'], roll);
  }
}

function propose({ posts, rule }: Played, by: Person, turn: number, at: string): Deed {
  const post: Played['posts'][number] = { id: '', by, comments: [] };
  posts.push(post);
  return deed(async ({ forge, table }) => {
    const main = (await readBranch(forge.repository, 'main')) ?? '';
    const text = (await readContent(forge, main)).get(rule) ?? '';
    const more = (_: string, number: string): string => `[${Number(number) + 1}](#value:`;
    const head = await writeCommit(forge.repository, {
      parents: [main],
      changes: new Map([[rule, text.replace(/\[(\d+)\]\(#value:/u, more)]]),
      author: { name: by.name, email: '', at },
      message: `Proposal ${turn}\n`,
    });
    const title = `[Core] Proposal ${turn}`;
    const id = await table.open(by, {
      kind: 'proposal',
      title,
      text: 'One more.',
      head,
      branch: `p-${turn}`,
    });
    Object.assign(post, { id });
    return id;
  });
}

/** What a forge refuses somebody is the same on each. */
export async function outcomeOf(done: Deed, side: Side): Promise<string> {
  try {
    const given = await done.at(side);
    return typeof given === 'string' ? given : 'done';
  } catch (error) {
    if (error instanceof ForgeError) return error.code;
    throw error;
  }
}
