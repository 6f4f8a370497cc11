import { callHook } from './calls.ts';
import { findRules } from './meant-rule.ts';
import { holdersNow } from './holders.ts';
import { toKebab } from './names.ts';
import { dig } from './values.ts';
import { toOpen } from './open-for-all.ts';
import type { Runtime } from './runtime.ts';
import type { Fields, PostData } from './state.ts';
import { faultsOf } from './resolving.ts';
import { whyNotPlayer } from './sets.ts';
import { submissionKind } from './submissions.ts';
import { comingWith, timeFaults } from './times.ts';
import { subjectKindsOf, readView } from './views.ts';
import { wayIn } from './way-in.ts';
import { toPerson, toPost, toThing } from './world.ts';
import { dataOf } from './entities.ts';
import { factsOf, type PostEntity } from './post-entity.ts';

/** Reads the value at a path, for the site and scenarios. Undefined if there is none. */
export function query(runtime: Runtime, path: readonly string[]): unknown {
  runtime.frame.reading++;
  try {
    return read(runtime, path);
  } finally {
    runtime.frame.reading--;
  }
}

function read(runtime: Runtime, [head = '', ...rest]: readonly string[]): unknown {
  const { state } = runtime.store;
  switch (head) {
    case 'game':
      return rest[0] === 'terms' ? dig(runtime.model.manifest.terms, rest.slice(1)) : dig(state.game, rest);
    case 'dynasty':
      return dig(state.dynasty, rest);
    case 'emperor':
      return dig(state.emperor, rest);
    case 'players':
      return readPlayer(runtime, rest);
    case 'matters':
    case 'posts':
      return readPost(runtime, head, rest);
    case 'views':
      return readViewAt(runtime, rest);
    case 'ruleset':
      return readRule(runtime, rest);
    default: {
      // A collection of the same name takes precedence.
      const fact = runtime.model.collections.has(head) ? undefined : FACTS.get(head);
      return fact === undefined ? readThing(runtime, head, rest) : fact(runtime, ...rest);
    }
  }
}

type Fact = (runtime: Runtime, of?: string, about?: string) => unknown;

/** The engine's own facts about a game, beside its values. */
const FACTS: ReadonlyMap<string, Fact> = new Map<string, Fact>([
  ['coming', comingWith],
  ['faults', faultsOf],
  ['figures', (runtime) => callHook(runtime, 'figures', {})],
  ['failing', timeFaults],
  ['tally', (runtime, id = '') => toPost(runtime, id)?.tally],
  ['way-in', (runtime, id = '') => wayIn(runtime, id)],
  ['not-a-player', notPlaying],
  ['needed', (runtime, id = '') => neededFor(runtime, id)],
  ['holders', (runtime, id = '') => holdersNow(runtime, submissionKind(runtime, id))],
  ['to-open', toOpen],
]);

function neededFor(runtime: Runtime, id: string): unknown {
  const matter = toPost(runtime, id);
  return matter?.votable === true && matter.pending ? callHook(runtime, 'needed', { matter }) : null;
}

function readPlayer(runtime: Runtime, [id, ...rest]: readonly string[]): unknown {
  const { players } = runtime.store.state;
  if (id === undefined) return players;
  const person = toPerson(runtime, id);
  const [field] = rest;
  if (field === undefined) return person === null ? undefined : dataOf(person);
  if (person === null) return startOfOutsider(runtime, field);
  const data = dataOf(person);
  if (Object.hasOwn(data, field)) return dig(data, rest);
  return runtime.model.views.has(field) ? dig(readView(runtime, field, [person]), rest.slice(1)) : undefined;
}

/** A person unknown to the game is an outsider, and has no other values. */
function startOfOutsider(runtime: Runtime, field: string): unknown {
  const type = runtime.model.fields.player.get(field)?.type;
  return field === 'state' && type?.kind === 'choice' ? type.start : undefined;
}

function readThing(runtime: Runtime, collection: string, [id, ...rest]: readonly string[]): unknown {
  const known = runtime.model.collections.get(toKebab(collection));
  if (known === undefined) return id === undefined ? readOwnView(runtime, collection) : undefined;
  if (id === undefined) return runtime.store.state.things[known.id];
  const thing = toThing(runtime, known.id, id);
  if (thing === null) return undefined;
  const data = dataOf(thing);
  const [field] = rest;
  if (field === undefined) return data;
  if (Object.hasOwn(data, field)) return dig(data, rest);
  return runtime.model.views.has(field) ? readView(runtime, field, [thing]) : undefined;
}

/** A view of the game is read by its name. So is a view about a word, which is asked about the players. */
function readOwnView(runtime: Runtime, view: string): unknown {
  const of = runtime.model.views.get(view)?.definition.of;
  if (of === 'text') return readView(runtime, view, ['players']);
  return of === 'game' ? readView(runtime, view, ['game']) : undefined;
}

function readViewAt(runtime: Runtime, [id = '', ...rest]: readonly string[]): unknown {
  const view = runtime.model.views.get(id);
  if (view === undefined) return undefined;
  const count = subjectKindsOf(view.definition).length;
  return dig(readView(runtime, id, rest.slice(0, count)), rest.slice(count));
}

const POST_FACTS: readonly (keyof PostData)[] = [
  'id',
  'kind',
  'title',
  'text',
  'author',
  'at',
  'status',
  'comments',
  'uses',
  'omitted',
  'changes',
];

function readPost(runtime: Runtime, head: string, [id, ...rest]: readonly string[]): unknown {
  if (id === undefined) return Object.keys(runtime.store.state.posts);
  const isLatest = id === 'latest' && head === 'posts';
  const post = isLatest ? latest(runtime, rest[0] ?? '') : toPost(runtime, id);
  const path = isLatest ? rest.slice(1) : rest;
  if (post === null) return undefined;
  const [field] = path;
  if (field === undefined) return { ...facts(post), ...dataOf(post), ...(post.votable ? post.tally : {}) };
  if (field === 'resolved-by') return factsOf(post).resolvedBy ?? undefined;
  if (isFact(field) && factsOf(post)[field] !== null) return dig(factsOf(post), path);
  if (post.votable) {
    const tally = post.tally;
    if (Object.hasOwn(tally, field)) return dig(tally, path);
  }
  return dig(dataOf(post), path);
}

function isFact(field: string): field is (typeof POST_FACTS)[number] {
  return (POST_FACTS as readonly string[]).includes(field);
}

function facts(post: PostEntity): Fields {
  const data = factsOf(post);
  return Object.fromEntries(POST_FACTS.filter((key) => data[key] !== null).map((key) => [key, data[key]]));
}

function latest(runtime: Runtime, kind: string): PostEntity | null {
  const posts = Object.values(runtime.store.state.posts).filter((post) => post.kind === kind);
  const last = posts.sort((a, b) => a.n - b.n).at(-1);
  return last === undefined ? null : toPost(runtime, last.id);
}

function readRule(runtime: Runtime, [title = '', field]: readonly string[]): unknown {
  const rule = findRules(runtime.model.manifest.rules, title)[0];
  const facts = {
    exists: rule !== undefined,
    ...(rule === undefined
      ? {}
      : { title: rule.title, text: rule.text, section: rule.section, number: rule.number }),
    ...(rule?.section === 'special-case' ? { status: rule.status } : {}),
  };
  return field === undefined ? facts : (facts as Record<string, unknown>)[field];
}

/** The reason why somebody doesn't play, or null if they do. `path` is that of a rule; without one it is asked for the game at large. */
function notPlaying(runtime: Runtime, id?: string, path?: string): string | null {
  const person = toPerson(runtime, id);
  const rule = runtime.model.manifest.rules.find((one) => one.path === path);
  if (person === null) return 'is not on the roster';
  return whyNotPlayer(runtime, person, rule === undefined ? null : { entry: rule });
}
