import type { Person } from '../../../src/forge/events.ts';
import { readBranch } from '../../../src/repository/refs.ts';
import type { Oid } from '../../../src/repository/oid.ts';
import { writeCommit } from '../../../src/repository/write-commit.ts';
import { listSegments } from '../../../src/store/journal/segments.ts';
import { EMPEROR, person, PLAYERS } from './cast.ts';
import type { Move, Turn } from './moves.ts';
import { pushed } from './pushes.ts';
import { RECIPES, type Recipe } from './recipes.ts';
import type { World } from './world.ts';

type Of<T extends Move['move']> = Extract<Move, { move: T }>;
type Makers = { readonly [T in Move['move']]: (world: World, by: Person, move: Of<T>) => Promise<void> };

/** Does on the forge what a turn says; what can't be done there and then is not done. */
export async function makeMove(world: World, { by, move }: Turn): Promise<void> {
  await (MAKERS[move.move] as (world: World, by: Person, move: Move) => Promise<void>)(world, by, move);
}

/** The newest first: what is resolved is tried now and then. */
function postAt(world: World, on: number): string {
  return String(Math.max(1, world.posts - on));
}

/** One of those that wait for votes; the newest where none does. */
function pendingAt(world: World, on: number): string {
  return world.pending[on % Math.max(1, world.pending.length)] ?? postAt(world, on);
}

const REACTIONS = { for: '+1', against: '-1', def: 'eyes', veto: 'confused' } as const;

const MAKERS: Makers = {
  async propose(world, by, { kind, recipe: index, tag, title }) {
    const recipe = recipeAt(index);
    const changes = kind === 'proposal' || kind === 'cfj';
    const head = changes ? await world.branch(by, recipe, null) : null;
    const words = `${tag && recipe.core ? '[Core] ' : ''}${title}`;
    await world.attempt(
      `${by.id} posts ${kind} ${words}: ${changes ? recipe.name : 'no changes'}`,
      async () => {
        const branch = { head: head ?? '', branch: `p-${world.branched}` };
        const post = await world.table.open(by, {
          kind,
          title: words,
          text: `By ${by.name}.`,
          ...(head === null ? {} : branch),
        });
        world.posts = Math.max(world.posts, Number(post));
        world.authors.set(post, by);
      },
    );
  },
  async vote(world, by, { on, icon, via }) {
    const post = postAt(world, on);
    const token = `:${icon}:`;
    await world.attempt(`${by.id} votes ${icon} on ${post} by ${via}`, async () => {
      if (via === 'reaction') await world.table.react(by, post, REACTIONS[icon]);
      else if (via === 'review') {
        const verdict = icon === 'for' ? 'approve' : icon === 'against' ? 'request-changes' : 'comment';
        world.reviews.push({
          post,
          id: await world.table.review(by, post, verdict, verdict === 'comment' ? token : ''),
        });
      } else
        await comment(world, by, post, via === 'words' ? `I was ${token.toUpperCase()}, I think.` : token);
    });
  },
  waver: (world, _by, { on, ...move }) => waver(world, pendingAt(world, on), move),
  acclaim: (world, _by, { on, ...move }) => acclaim(world, pendingAt(world, on), move),
  async contest(world, by, { recipe: index, icon, ...mind }) {
    const before = world.posts;
    const asked = { move: 'propose', kind: 'proposal', recipe: index, tag: true, title: 'Night' } as const;
    await MAKERS.propose(world, by, asked);
    if (world.posts === before) return;
    await waver(world, String(world.posts), mind);
    await acclaim(world, String(world.posts), { icon, but: world.posts % PLAYERS.length });
  },
  unreact: (world, by, { on, reaction }) =>
    world.attempt(`${by.id} takes ${reaction} back from ${postAt(world, on)}`, () =>
      world.table.unreact(by, postAt(world, on), reaction),
    ),
  react: (world, by, { on, reaction }) =>
    world.attempt(`${by.id} reacts ${reaction} to ${postAt(world, on)}`, () =>
      world.table.react(by, postAt(world, on), reaction),
    ),
  say: (world, by, { on, text }) =>
    world.attempt(`${by.id} says ${JSON.stringify(text.slice(0, 60))} on ${postAt(world, on)}`, () =>
      comment(world, by, postAt(world, on), text),
    ),
  command: (world, by, { text, whom }) => {
    const words = text.replace('$', PLAYERS[whom % PLAYERS.length] ?? '');
    return world.attempt(`${by.id}: ${words}`, () => comment(world, by, '1', words));
  },
  async reword(world, by, { comment: index, text }) {
    const chosen = world.comments[world.comments.length - 1 - index];
    if (chosen === undefined) return;
    await world.attempt(
      `${by.id} ${text === null ? 'deletes' : 'rewords'} ${chosen.id} of ${chosen.by}`,
      () =>
        text === null
          ? world.table.removeComment(by, chosen.post, chosen.id)
          : world.table.editComment(by, chosen.post, chosen.id, text),
    );
  },
  edit: (world, by, { on, title }) =>
    world.attempt(`${by.id} edits ${postAt(world, on)}: ${title}`, () =>
      world.table.edit(by, postAt(world, on), { title }),
    ),
  async push(world, by, { on, recipe: index, how }) {
    const post = postAt(world, on);
    const known = await headOf(world, post);
    if (known === null) return;
    const recipe = recipeAt(index);
    const head = await world.branch(by, recipe, how === 'afresh' ? null : known.head);
    await world.attempt(`${by.id} pushes ${head.slice(0, 7)} (${recipe.name}) to ${post} ${how}`, () =>
      how === 'by-git' ? moveRef(world, known.branch, head) : world.table.push(by, post, head),
    );
  },
  categorise: (world, by, { on, kind }) =>
    world.attempt(`${by.id} makes ${postAt(world, on)} a ${kind}`, () =>
      world.table.categorise(by, postAt(world, on), kind),
    ),
  close: (world, by, { on, again }) =>
    world.attempt(`${by.id} closes ${postAt(world, on)}`, async () => {
      await world.table.close(by, postAt(world, on));
      if (again) await world.table.reopen(by, postAt(world, on));
    }),
  async seal(world, by, { copy }) {
    const other = copy ? 'bo' : by.id;
    const text = await world.sealed(other, `canary-${world.secrets.length}-of-${other.replaceAll('_', '')}`);
    await world.attempt(`${by.id} seals${copy ? ' what bo had sealed' : ''}`, () =>
      comment(world, by, '1', text),
    );
    // What was sealed leads to something now and then.
    if (world.secrets.length % 2 === 0)
      await world.attempt(`${EMPEROR} counts what was sealed`, () =>
        comment(world, person(EMPEROR), '1', '/count-words'),
      );
  },
  async cheat(world, by, { form, atOnce }) {
    const [keep, tell] = [`/keep form=${form}`, `/tell form=${form}`];
    const said = atOnce
      ? [[person(EMPEROR), `${keep}\n${tell}`] as const]
      : [[person(EMPEROR), keep] as const];
    for (const [who, text] of [...said, [by, tell] as const])
      await world.attempt(`${who.id}: ${text}`, () => comment(world, who, '1', text));
  },
  async 'cheat-by-proposal'(world, by, { back }) {
    const n = world.branched - back;
    const text = `/keep-${n}\n/tell-${n}`;
    await world.attempt(`${by.id}: ${text}`, () => comment(world, by, '1', text));
  },
  break: (world, by, { form, on }) =>
    world.attempt(`${by.id} breaks ${form} ${on}`, () =>
      comment(world, by, '1', `/break form=${form} on=${on}`),
    ),
  'push-main': (world, by, { how }) => pushMain(world, by, how),
  meddle: (world, by, { how }) => meddle(world, by, how),
};

async function waver(
  world: World,
  post: string,
  { whose, icons }: Pick<Of<'waver'>, 'whose' | 'icons'>,
): Promise<void> {
  const by = whose === 'emperor' ? person(EMPEROR) : world.authors.get(post);
  if (by === undefined) return;
  for (const icon of icons)
    await world.attempt(`${by.id} votes ${icon} on ${post}`, () => comment(world, by, post, `:${icon}:`));
}

/** All vote alike but for one, who does too and takes it back. */
async function acclaim(
  world: World,
  post: string,
  { icon, but }: Pick<Of<'acclaim'>, 'icon' | 'but'>,
): Promise<void> {
  for (const id of PLAYERS.filter((_, at) => at !== but))
    await world.attempt(`${id} votes ${icon} on ${post}`, () =>
      comment(world, person(id), post, `:${icon}:`),
    );
  const other = PLAYERS[but];
  if (other === undefined) return;
  await world.attempt(`${other} reacts ${icon} to ${post} and takes it back`, async () => {
    await world.table.react(person(other), post, REACTIONS[icon]);
    await world.table.unreact(person(other), post, REACTIONS[icon]);
  });
}

function recipeAt(index: number): Recipe {
  return RECIPES[index % RECIPES.length] as Recipe;
}

async function comment(world: World, by: Person, post: string, text: string): Promise<void> {
  world.comments.push({ post, by: by.id, id: await world.table.comment(by, post, text) });
}

async function headOf(world: World, post: string): Promise<{ branch: string; head: Oid } | null> {
  const { events } = await world.forge.observe(null);
  const opened = events.find((event) => event.type === 'opened' && event.post === post);
  if (opened?.type !== 'opened' || opened.head === null) return null;
  const head = await readBranch(world.repository, opened.head.branch);
  return head === null ? null : { branch: opened.head.branch, head };
}

/** As ordinary Git would do it: it tells nobody. */
async function moveRef(world: World, branch: string, to: Oid): Promise<void> {
  const { disk, gitdir } = world.repository;
  await disk.write(`${gitdir}/refs/heads/${branch}`, new TextEncoder().encode(`${to}\n`));
}

/** Where somebody pushes, Git notes from where to where. */
async function noteMove(world: World, { from, to }: { readonly from: Oid; readonly to: Oid }): Promise<void> {
  const { disk, gitdir } = world.repository;
  const log = `${gitdir}/logs/refs/heads/main`;
  const line = `${from} ${to} somebody <somebody@example.org> ${Math.floor(world.ms / 1000)} +0000\tpush\n`;
  await disk.write(log, Buffer.concat([(await disk.read(log)) ?? Buffer.of(), Buffer.from(line)]));
}

async function pushMain(world: World, by: Person, how: Of<'push-main'>['how']): Promise<void> {
  const main = await world.main();
  const content = await world.contentAt(main);
  const parent = how === 'rewind' ? await parentOf(world, main) : main;
  if (parent === null) return;
  const asked = how === 'rewind' ? { 'README.md': 'rewound' } : pushed(how, content, by);
  const commit = await writeCommit(world.repository, {
    parents: [parent],
    changes: new Map(Object.entries(asked)),
    author: { name: by.name, email: '', at: world.now },
    message: `Pushed: ${how}\n`,
  });
  world.foreign.add(commit);
  world.untold = true;
  await world.attempt(`${by.id} pushes to main: ${how}`, async () => {
    await moveRef(world, 'main', commit);
    await noteMove(world, { from: main, to: commit });
  });
}

async function parentOf(world: World, commit: Oid): Promise<Oid | null> {
  const { readCommit } = await import('../../../src/repository/commit.ts');
  return (await readCommit(world.repository, commit)).parents[0] ?? null;
}

async function meddle(world: World, by: Person, how: Of<'meddle'>['how']): Promise<void> {
  const branch = how === 'spoil-told' ? 'notices' : 'journal';
  const tip = await readBranch(world.repository, branch);
  if (tip === null) return;
  await world.attempt(`${by.id} meddles: ${how}`, async () => {
    const { disk, gitdir } = world.repository;
    world.meddled ||= how !== 'spoil-told';
    if (how === 'delete-journal') return disk.remove(`${gitdir}/refs/heads/journal`);
    const [last] = (await listSegments(world.repository, tip)).slice(-1);
    const changes = how === 'spoil-told' ? { 'told.json': '{' } : { [last?.path ?? 'x']: '{}\n' };
    const author = { name: by.name, email: '', at: world.now };
    const commit = await writeCommit(world.repository, {
      parents: [tip],
      changes: new Map(Object.entries(changes)),
      author,
      message: 'x\n',
    });
    return moveRef(world, branch, commit);
  });
}
