import { inARow } from '../kernel/sentence.ts';
import { toCamel, isTime, timeNamed } from '../kernel/names.ts';
import type { ActionDescription, ModelDescription } from '../kernel/describe-model.ts';
import type { StateChange } from '../kernel/store.ts';
import type { ValueType } from '../kernel/value-types.ts';
import {
  MODERATE,
  readEnding,
  SET_ASIDE,
  SET_GAME,
  triedAgain,
  type LedgerLine,
} from '../store/ledger-line.ts';
import { inWords, isNothing, isSpelledOut, type Naming } from './naming.ts';
import { sayChanges } from './say-changes.ts';

export type SaidLine = Pick<LedgerLine, 'by' | 'what' | 'changes'> &
  Partial<Pick<LedgerLine, 'with' | 'refused'>>;

/** How many effects on the acting player fit into a line. */
const FEW = 2;
/** Longer texts are shown beside the line and not in its sentence. */
const SHORT = 40;
const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= SHORT && !value.includes('\n');
const NAMED: ReadonlySet<ValueType['kind']> = new Set(['thing', 'player', 'choice', 'post']);

/** `enact 5` → `enacted “The Font”`, `light-room` → `Light rooms` */
export function titleOfLine(what: string, model: ModelDescription, naming: Naming): string {
  const { say } = naming.wording;
  const ended = readEnding(what);
  if (ended !== null) {
    const matter = naming.post(ended.matter);
    return ended.how === 'enact' ? say`enacted ${matter}` : say`let ${matter} fail`;
  }
  if (what === SET_GAME) return say`changed how the game is set up`;
  if (what === MODERATE) return say`moderated`;
  if (what === SET_ASIDE) return say`set something aside that it couldn’t process`;
  if (triedAgain({ what }) !== undefined) return say`tried something again that had been set aside`;
  if (isTime(what)) return model.times[timeNamed(what)]?.title ?? inWords(timeNamed(what));
  return actionIn(model, what)?.title ?? inWords(what);
}

/** The subject of a line: a person, or a matter whose vote ended by itself, `“The Font”`. */
export function subjectOfLine({ by, what }: Pick<SaidLine, 'by' | 'what'>, naming: Naming): string {
  const ended = by === 'engine' ? readEnding(what) : null;
  return ended === null ? naming.subject(by) : naming.post(ended.matter);
}

/** `ana: light-room` → `Ana: Light rooms`, `Enact 5: The Font` → `“The Font” passed` */
export function sayCommit(message: string, model: ModelDescription, naming: Naming): string {
  const { say } = naming.wording;
  const [subject = ''] = message.split('\n');
  const [, how, matter] = /^(Enact|Fail) \S+: (.+)$/u.exec(subject) ?? [];
  if (matter !== undefined) return how === 'Enact' ? say`“${matter}” passed` : say`“${matter}” failed`;
  if (subject.startsWith('Begin ')) return say`The beginning`;
  const [, by, what, refused = ''] = /^([^\s:]+): (\S+|\S+ \S+?)( \(refused\))?$/u.exec(subject) ?? [];
  return by === undefined || what === undefined
    ? subject
    : `${naming.subject(by)}: ${titleOfLine(what, model, naming)}${refused}`;
}

/** What somebody did and what it changed for them: `lit Cistern of Whispers (G4): Puissance 9 → 4` */
export function sayDone(line: SaidLine, model: ModelDescription, naming: Naming): string {
  const act = sayLine(line, model, naming);
  const came = line.refused === undefined ? ownChanges(line, { act, model, naming }) : [];
  // The person with whom the sentence ends need not be named again.
  const [, who = '', rest = ''] = came.length === 1 ? (/^(.+?): (.+)$/u.exec(came[0] ?? '') ?? []) : [];
  if (who !== '' && act.endsWith(who)) return `${act}: ${rest}`;
  return came.length === 0 ? act : `${act}: ${inARow(came)}`;
}

/** The end of a sentence that begins with a name: `lit Cistern of Whispers (G4)` */
export function sayLine(line: SaidLine, model: ModelDescription, naming: Naming): string {
  const { say } = naming.wording;
  const ended = line.by === 'engine' ? readEnding(line.what) : null;
  if (ended !== null) return ended.how === 'enact' ? say`passed` : say`failed`;
  const title = titleOfLine(line.what, model, naming);
  if (line.what === SET_ASIDE) return title;
  if (line.refused !== undefined) return say`was not allowed to do “${title}”`;
  if (isOfEngine(line.what)) return title;
  const words = (line.with ?? {}) as Readonly<Record<string, unknown>>;
  if (line.what === MODERATE) return sayMeasure(words, naming) ?? title;
  if (isTime(line.what)) return say`carried out “${title}”`;
  const action = actionIn(model, line.what);
  // The ledger writes `new-name` where clauses write `newName`.
  const given = Object.fromEntries(Object.entries(words).map(([name, value]) => [toCamel(name), value]));
  // Descriptions of old dynasties have no sentences.
  const sentence = action?.sentence ?? null;
  return sentence === null ? plainly(title, given, action, naming) : filled(sentence, given, action, naming);
}

function isOfEngine(what: string): boolean {
  return readEnding(what) !== null || what === SET_GAME || triedAgain({ what }) !== undefined;
}

function actionIn({ actions }: ModelDescription, what: string): ActionDescription | undefined {
  return Object.hasOwn(actions, what) ? actions[what] : undefined;
}

/** For an action whose rule has no sentence: `took the action “Light rooms” with Cistern of Whispers (G4), “Ahoy”` */
function plainly(
  title: string,
  given: Readonly<Record<string, unknown>>,
  action: ActionDescription | undefined,
  naming: Naming,
): string {
  const named = Object.entries(given).flatMap(([name, value]) => {
    const type = action?.with[name];
    const inner = type?.kind === 'optional' ? type.of : type;
    if (inner === undefined || isNothing(value)) return [];
    if (inner.kind === 'text' && isShort(value)) return [`“${value.trim()}”`];
    return NAMED.has(inner.kind) ? [naming.value(value, inner)] : [];
  });
  const { say } = naming.wording;
  return named.length === 0
    ? say`took the action “${title}”`
    : say`took the action “${title}” with ${inARow(named)}`;
}

/** `lit {room}[ for {for}]` → `lit Cistern of Whispers (G4)`: brackets disappear if nothing fills them. */
function filled(
  sentence: string,
  given: Readonly<Record<string, unknown>>,
  action: ActionDescription | undefined,
  naming: Naming,
): string {
  const isGiven = (part: string): boolean => placesIn(part).every((name) => !isNothing(given[toCamel(name)]));
  return sentence
    .replaceAll(OPTIONAL, (_, part: string) => (isGiven(part) ? part : ''))
    .replaceAll(QUOTED_OR_NOT, (_, quote: string, place: string) => {
      const name = toCamel(place);
      const type = action?.with[name];
      const words = naming.value(given[name] ?? (type?.kind === 'boolean' ? false : null), type);
      // A name that is only a spelled-out id needs quotation marks.
      const isName = quote === '' && isSpelledOut(given[name], words);
      return isName ? `“${words}”` : `${quote}${words}`;
    });
}

export function placesIn(sentence: string): readonly string[] {
  return [...sentence.matchAll(PLACE)].map(([, name = '']) => name);
}

const OPTIONAL = /\[([^\]]*)\]/gu;
const QUOTED_OR_NOT = /(“?)\{([a-z-]+)\}/giu;
const PLACE = /\{([a-z-]+)\}/giu;

/** Values of core and appendix rules are not part of play in games with dynasties. */
const BOOKKEEPING = /^(core|appendix)\//u;

/** Whether a value is only kept for the record, such as who took part in a dynasty. */
export function isBookkeeping(
  { rule, type }: { readonly rule: string; readonly type: Pick<ValueType, 'shown'> },
  { fields }: Pick<ModelDescription, 'fields'>,
): boolean {
  return !(type.shown ?? !(BOOKKEEPING.test(rule) && Object.keys(fields['dynasty'] ?? {}).length > 0));
}

/** A line’s changes as they are told: what a proposal itself brings comes after what its vote brings, and is told before. */
export function changesSaid({ what, changes }: Pick<SaidLine, 'what' | 'changes'>): readonly StateChange[] {
  if (readEnding(what) === null) return changes;
  const kinds = Map.groupBy(changes, ({ path }) => `${path[0] ?? ''} ${path.at(-1) ?? ''}`);
  return [...kinds.values()].reverse().flat();
}

/**
 * Effects on the player that the sentence doesn't mention already, and, with names, on the players whom the action is about, or on everybody if
 * the game did it. Bookkeeping is only shown with the ledger line.
 */
function ownChanges(
  line: SaidLine,
  { act, model, naming }: { readonly act: string; readonly model: ModelDescription; readonly naming: Naming },
): readonly string[] {
  const { by, changes, with: words } = line;
  const fields = model.fields['player'] ?? {};
  const isForBookkeeping = ({ path: [scope, , name = ''] }: StateChange): boolean => {
    if (scope !== 'players') return false;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field !== undefined && isBookkeeping(field, model);
  };
  const isInSentence = ({ path: [, , field = ''], before, after }: StateChange): boolean =>
    isNothing(before) && typeof after === 'string' && act.includes(naming.value(after, fields[field]?.type));
  if (by === 'engine') {
    const { say } = naming.wording;
    const all = sayChanges(
      changesSaid(line).filter((change) => !isForBookkeeping(change)),
      naming,
    );
    return all.length > FEW + 1 ? [...all.slice(0, FEW), say`and ${all.length - FEW} more`] : all;
  }
  const targets = new Set(Object.values(words ?? {}));
  const shown = changes.filter(
    (change) =>
      change.path[0] === 'players' &&
      (change.path[1] === by || targets.has(change.path[1])) &&
      !isInSentence(change) &&
      !isForBookkeeping(change),
  );
  const own = shown.filter(({ path }) => path[1] === by);
  if (shown.length > own.length && shown.length <= FEW) return sayChanges(shown, naming);
  return sayChanges(own, naming)
    .slice(0, FEW)
    .map((change) => change.slice(`${naming.person(by)}: `.length));
}

type Words = Readonly<Record<string, unknown>>;

/** `{ mute: 'bo', why: 'insults on 3' }` → `muted Bo: insults on 3`; null if another engine wrote something unknown. */
export function sayMeasure({ why, ...rest }: Words, naming: Naming): string | null {
  const { say } = naming.wording;
  const [[measure, value] = ['', '']] = Object.entries(rest);
  const given = String(value);
  const [one = '', other = ''] = given
    .split(/[\s,]+/u)
    .filter((name) => name !== '')
    .map((name) => naming.person(name));
  const sayings: Readonly<Record<string, () => string>> = {
    mute: () => say`muted ${one}`,
    hide: () => say`muted ${one}, earlier words too`,
    unmute: () => say`unmuted ${one}`,
    joining: () =>
      given === 'closed' ? say`stopped new people from joining` : say`let new people join again`,
    pace: () =>
      given === 'none'
        ? say`lifted the limit on posts`
        : say`limited everybody to ${Number(given)} posts an hour`,
    same: () => say`marked ${one} and ${other} as the same person`,
    apart: () => say`marked ${one} and ${other} as two people`,
    ban: () => say`blocked an address, recorded as ${given}`,
    unban: () => say`unblocked the address ${given}`,
  };
  const did = Object.hasOwn(sayings, measure) ? sayings[measure]?.() : undefined;
  if (did === undefined) return null;
  return typeof why === 'string' ? say`${did}: ${why}` : did;
}
