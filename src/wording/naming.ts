import { showWord, typeInside } from '../kernel/kinds/index.ts';
import type { Namer } from '../kernel/kinds/kind.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { PLAIN_TERMS, type RuleEntry, type Terms } from '../kernel/manifest.ts';
import type { State } from '../kernel/state.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { isPlainObject } from '../kernel/values.ts';
import { isMoment, timeInWords } from '../kernel/time.ts';
import { IN_ENGLISH, type Wording } from '../language/wording.ts';
import { splitState } from '../store/private-values.ts';
import { LOOKALIKES } from '../ruleset/hidden-text.ts';
import { toKebab } from '../kernel/names.ts';
import { writtenParts } from '../kernel/kinds/written.ts';
import { capitalised, inARow, singularOf } from '../kernel/sentence.ts';

/** The names in a game: its rules' titles, and its people and things. */
export interface Known {
  /** English by default. */
  readonly wording?: Wording | undefined;
  readonly model: Pick<ModelDescription, 'fields' | 'collections'>;
  readonly state: Pick<State, 'players' | 'things' | 'posts'>;
  /** The plain ones by default. */
  readonly terms?: Terms;
  /** Anything else that contains ids of the rules, such as arguments of actions. */
  readonly besides?: unknown;
}

type Fields = Readonly<Record<string, { readonly type: ValueType }>>;

const ANY: ValueType = { kind: 'data' };
/** A picture that the game keeps, by its path, or that came with something sealed: `pictures/portraits/ana.52.webp`. */
const A_PICTURE = /^(?:pictures\/\S+\.webp|data:image\/\S+|picture:[0-9a-f]{16})$/u;
const AN_ID = /^[a-z0-9]+(-[a-z0-9]+)+$/u;
const OF_CODE = /^[a-z][a-z0-9]*([A-Z][a-z0-9]*)+$/u;
const TIME_IN_TEXT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/gu;
/** Excludes parts of links, paths and anchors. */
const ID_IN_TEXT = /(?<![\w/.#:(-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w/-])/gu;
/** A thing that is only counted: `3`, `b3`. */
const A_NUMBER = /^[a-z]?(\d+)$/u;
const ON_A_GRID = /^[A-Z]+\d+$/u;

/** `wooden-bow` → `wooden bow`, `trackingPage` → `tracking page` */
export function spelled(id: string): string {
  return (OF_CODE.test(id) ? toKebab(id) : id).replaceAll('-', ' ');
}

/** The rules’ name for posts of a kind. `cfj` → `Call for Judgement` */
export function titleOfKind({ kinds }: Pick<ModelDescription, 'kinds'>, kind: string): string {
  return (Object.hasOwn(kinds, kind) ? kinds[kind]?.title : null) ?? inWords(kind);
}

export function titleOfSubmission(
  { submissions }: Pick<ModelDescription, 'submissions'>,
  kind: string,
): string {
  return (Object.hasOwn(submissions, kind) ? submissions[kind]?.title : null) ?? inWords(kind);
}

/** `wooden-bow` → `Wooden bow` */
export function inWords(id: string): string {
  const words = spelled(id);
  return capitalised(words);
}

/** True if the words are only an id without its hyphens, since it has no name: `loses-items`, “loses items”. */
export function isSpelledOut(value: unknown, words: string): boolean {
  return typeof value === 'string' && AN_ID.test(value) && words === spelled(value);
}

/** Words for a stored value: times and ids are spelled out, anything else stays. */
export function wordsFor(text: string): string {
  if (isMoment(text)) return timeInWords(text);
  return AN_ID.test(text) ? spelled(text) : text;
}

/** `Cistern of Whispers (G4)`, but `Ritual Chamber A1`: a name that contains the place doesn't repeat it. */
export function placed(label: string, id: string): string {
  return ON_A_GRID.test(id) && !label.split(' ').includes(id) ? `${label} (${id})` : label;
}

/** The name of a person or thing, else its id in words: `sexton-pike` → `Sexton Pike`. */
export function labelOf(id: string, values: Readonly<Record<string, unknown>> = {}): string {
  const own = values['name'] ?? values['title'];
  if (typeof own === 'string' && own.trim() !== '') return own.trim();
  return AN_ID.test(id)
    ? id.replaceAll(
        /(^|-)([a-z0-9])/gu,
        (_, gap: string, first: string) => `${gap && ' '}${first.toUpperCase()}`,
      )
    : id;
}

/**
 * Gives the same result for names that people can't tell apart: `Ana` and `ana`, invisible letters, letters of
 * another script, and `Al` beside `AI` and `A1`.
 */
export function skeletonOf(name: string): string {
  return Array.from(name.normalize('NFKC'), (letter) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\s_-]+/gu, '')
    .toLowerCase()
    .replaceAll('i', 'l');
}

function countSkeletons(players: Known['state']['players']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [id, fields] of Object.entries(players)) {
    const skeleton = skeletonOf(labelOf(id, fields));
    counts.set(skeleton, 1 + (counts.get(skeleton) ?? 0));
  }
  return counts;
}

/** Uses public data only, for every reader. */
export function namingOf(play: {
  readonly model: ModelDescription;
  readonly wording?: Wording;
  readonly terms?: Terms;
  state(): State;
}): Naming {
  const { model, wording, terms = PLAIN_TERMS } = play;
  return new Naming({ model, wording, terms, state: splitState(play.state(), model).open });
}

/** Words for a value without any game to look names up in. */
export function plainValue(value: unknown, wording?: Wording): string {
  const nobody = { players: {}, things: {}, posts: {} };
  return new Naming({ wording, model: { fields: {}, collections: {} }, state: nobody }).value(value);
}

/** Words for everything that a game tracks; falls back to the id if nothing is known about it. */
export class Naming implements Namer {
  readonly #known: Known;
  readonly wording: Wording;
  #ids: ReadonlySet<string> | null = null;
  /** Counts people by the skeleton of their names. */
  #skeletons: ReadonlyMap<string, number> | null = null;
  readonly #people = new Map<string, string>();

  constructor(known: Known) {
    this.#known = known;
    this.wording = known.wording ?? IN_ENGLISH;
  }

  /** The word for the head of a dynasty. */
  get emperor(): string {
    return this.#known.terms?.emperor ?? PLAIN_TERMS.emperor;
  }

  person(id: string): string {
    const { say } = this.wording;
    if (id === 'engine') return say`the game`;
    const known = this.#people.get(id) ?? this.#nameOf(id);
    this.#people.set(id, known);
    return known;
  }

  /** The name alone, unless somebody else's looks the same. */
  #nameOf(id: string): string {
    const { players } = this.#known.state;
    const label = labelOf(id, players[id]);
    this.#skeletons ??= countSkeletons(players);
    const others = (this.#skeletons.get(skeletonOf(label)) ?? 0) - (Object.hasOwn(players, id) ? 1 : 0);
    return others <= 0 || label === id ? label : `${label} (${id})`;
  }

  /** A name at the beginning of a sentence; a player's name keeps its lower case. */
  subject(id: string): string {
    const { say } = this.wording;
    return id === 'engine' ? say`The game` : this.person(id);
  }

  /** `Cistern of Whispers (G4)` */
  thing(collection: string, id: string): string {
    return placed(this.label(collection, id), id);
  }

  /** `Cistern of Whispers` */
  label(collection: string, id: string): string {
    const { say } = this.wording;
    const values = this.#known.state.things[collection]?.[id];
    // A thing named by people's ids is shown with their names: `ada-bo` → `Ada and Bo`.
    const people = this.#peopleIn(collection, id);
    if (people.length > 0)
      return people.map((one) => this.person(one)).reduce((before, next) => say`${before} and ${next}`);
    const label = labelOf(id, values);
    const [, number] = A_NUMBER.exec(label) ?? [];
    if (number === undefined) return label;
    return this.#hasSingular() ? `${singularOf(this.collection(collection))} ${number}` : say`No ${number}`;
  }

  /** `2 Throws`, `1 Throw` */
  amount(count: unknown, title: string): string {
    return `${this.value(count)} ${Number(count) === 1 && this.#hasSingular() ? singularOf(title) : title}`;
  }

  /** Only English has a rule for the singular. */
  #hasSingular(): boolean {
    return this.wording.language.tag === 'en';
  }

  /** The fields of an entity, by its place in the state. */
  fieldsAt(scope: string, collection?: string): Fields {
    const { fields, collections } = this.#known.model;
    if (scope === 'things') return collections[collection ?? '']?.fields ?? {};
    return fields[scope === 'players' ? 'player' : scope] ?? {};
  }

  collection(id: string): string {
    return this.#known.model.collections[id]?.title ?? inWords(id);
  }

  value(value: unknown, type: ValueType = ANY): string {
    const { say, number } = this.wording;
    if (isNothing(value)) return say`nothing`;
    if (typeof value === 'boolean') return value ? say`yes` : say`no`;
    const written = writtenParts(type, value);
    if (written !== null)
      return written.map((one) => (typeof one === 'string' ? one : this.value(one.value, one.type))).join('');
    if (typeof value === 'number') return number(value);
    if (Array.isArray(value)) return inARow(value.map((one) => this.value(one, typeInside(type, ''))));
    if (isPlainObject(value)) return this.#record(value, type);
    const text = String(value);
    return isMoment(text) ? this.wording.time(text) : showWord(type, text, this);
  }

  #record(value: Readonly<Record<string, unknown>>, type: ValueType): string {
    const { say } = this.wording;
    const parts = Object.entries(value)
      .filter(([, one]) => !isNothing(one))
      .map(([key, one]) =>
        type.kind === 'record' && typeof one === 'boolean'
          ? one
            ? this.key(key)
            : say`not ${this.key(key)}`
          : `${this.key(key)} ${this.value(one, typeInside(type, key))}`,
      );
    return inARow(parts);
  }

  key(key: string): string {
    return AN_ID.test(key) || this.#isPerson(key) ? this.word(key) : spelled(key);
  }

  post(id: string): string {
    return `“${this.#known.state.posts[id]?.title ?? id}”`;
  }

  word(text: string): string {
    if (this.#isPerson(text)) return this.person(text);
    if (A_PICTURE.test(text)) return this.wording.say`a picture`;
    const place = AN_ID.test(text) ? this.#placeOf(text) : undefined;
    return place === undefined ? wordsFor(text) : this.thing(place, text);
  }

  anything(text: string): string {
    const place = this.#isPerson(text) ? undefined : this.#placeOf(text);
    return place === undefined ? this.word(text) : this.thing(place, text);
  }

  /** One of several words to choose from, some of which may be paths: `players.tarn.puissance` → `Tarn: Puissance`. */
  choice(text: string): string {
    const [scope = '', id = '', field] = text.split('.');
    if (scope === 'players' && field !== undefined && this.#isPerson(id))
      return `${this.person(id)}: ${this.fieldsAt(scope)[field]?.type.title ?? inWords(field)}`;
    const words = this.anything(text);
    return words === spelled(text) && words !== text ? capitalised(words) : words;
  }

  /** Makes timestamps and ids in rules' own words readable. */
  prose(text: string): string {
    return text
      .replaceAll(TIME_IN_TEXT, (time) => this.wording.time(time))
      .replaceAll(ID_IN_TEXT, (id) => (this.#words().has(id) ? spelled(id) : id))
      .replaceAll(/→ none\b/gu, `→ ${this.wording.say`nothing`}`)
      .replaceAll(/: (true|false)\b/gu, (_, value: string) => `: ${this.value(value === 'true')}`);
  }

  /** All hyphenated ids in the game: choices, actions, kinds and values. */
  #words(): ReadonlySet<string> {
    const { model, state, besides } = this.#known;
    const ids = JSON.stringify([model, state.players, state.things, besides ?? null]).matchAll(
      /"([a-z0-9]+(?:-[a-z0-9]+)+)"/gu,
    );
    return (this.#ids ??= new Set([...ids].map(([, id = '']) => id)));
  }

  #peopleIn(collection: string, id: string): readonly string[] {
    const parts = id.split('-');
    const isNamed = this.#known.state.things[collection]?.[id]?.['name'] !== undefined;
    return !isNamed && parts.every((part) => this.#isPerson(part)) ? parts : [];
  }

  #isPerson(id: string): boolean {
    return Object.hasOwn(this.#known.state.players, id);
  }

  #placeOf(id: string): string | undefined {
    return Object.entries(this.#known.state.things).find(([, things]) => Object.hasOwn(things, id))?.[0];
  }
}

/** Empty lists and records count as nothing too. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === 'none') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** `dynastic` → `Dynastic rules`; a section of the group's own has the title of its text. */
export function titleOfSection(
  id: string,
  rules: readonly Pick<RuleEntry, 'path' | 'title'>[],
  { say }: Wording,
): string {
  const titles: Readonly<Record<string, string>> = {
    core: say`Basic rules`,
    dynastic: say`Dynastic rules`,
    'special-case': say`Special case`,
    appendix: say`Appendix`,
  };
  return titles[id] ?? rules.find(({ path }) => path === id)?.title ?? id;
}
