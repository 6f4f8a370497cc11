import type { ActionDescription, ModelDescription } from '../kernel/describe-model.ts';
import type { StateChange } from '../kernel/store.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { KEEP_PEACE, readEnding, SET_GAME } from '../play/ledger-verbs.ts';
import type { LedgerLine } from '../play/ledger-line.ts';
import { inWords, isNothing, isSpelledOut, type Naming } from './naming.ts';
import { sayChanges } from './say-changes.ts';

/** The line of the ledger that is told. */
export type ToldLine = Pick<LedgerLine, 'by' | 'what' | 'changes'> &
  Partial<Pick<LedgerLine, 'with' | 'refused'>>;

/** The most effects of an action on the player who took it that fit into a line. */
const FEW = 2;
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
  if (what === KEEP_PEACE) return say`kept the peace at the table`;
  return actionIn(model, what)?.title ?? model.times[what]?.title ?? inWords(what);
}

/** Tells what somebody did, with what came of it for them: `lit Cistern of Whispers (G4): Puissance 9 → 4` */
export function sayDone(line: ToldLine, model: ModelDescription, naming: Naming): string {
  const act = sayLine(line, model, naming);
  const came = line.refused === undefined ? ownChanges(line.by, line.changes, naming) : [];
  return came.length === 0 ? act : `${act}: ${came.join(', ')}`;
}

/** Tells what somebody did, in a sentence that begins with their name: `lit Cistern of Whispers (G4)` */
export function sayLine(line: ToldLine, model: ModelDescription, naming: Naming): string {
  const { say } = naming.wording;
  const title = titleOfLine(line.what, model, naming);
  if (line.refused !== undefined) return say`was refused “${title}”`;
  if (readEnding(line.what) !== null || line.what === SET_GAME || line.what === KEEP_PEACE) return title;
  const action = actionIn(model, line.what);
  const given = (line.with ?? {}) as Readonly<Record<string, unknown>>;
  // Dynasties that were over before rules had sentences kept a description without any.
  const told = action?.sentence ?? null;
  return told === null ? plainly(title, given, action, naming) : filled(told, given, action, naming);
}

function actionIn({ actions }: ModelDescription, what: string): ActionDescription | undefined {
  return Object.hasOwn(actions, what) ? actions[what] : undefined;
}

/** Of an action whose rule has no sentence for it: `took the action “Light rooms” with Cistern of Whispers (G4)` */
function plainly(
  title: string,
  given: Readonly<Record<string, unknown>>,
  action: ActionDescription | undefined,
  naming: Naming,
): string {
  const named = Object.entries(given).flatMap(([name, value]) => {
    const type = action?.with[name];
    const inner = type?.kind === 'optional' ? type.of : type;
    return inner === undefined || !NAMED.has(inner.kind) || isNothing(value)
      ? []
      : [naming.value(value, inner)];
  });
  const { say } = naming.wording;
  return named.length === 0
    ? say`took the action “${title}”`
    : say`took the action “${title}” with ${named.join(', ')}`;
}

/** `lit {room}[ for {for}]` → `lit Cistern of Whispers (G4)`: what is in brackets stands only where it is filled. */
function filled(
  sentence: string,
  given: Readonly<Record<string, unknown>>,
  action: ActionDescription | undefined,
  naming: Naming,
): string {
  const isGiven = (part: string): boolean => placesIn(part).every((name) => !isNothing(given[name]));
  return sentence
    .replaceAll(OPTIONAL, (_, part: string) => (isGiven(part) ? part : ''))
    .replaceAll(QUOTED_OR_NOT, (_, quote: string, name: string) => {
      const words = naming.value(given[name], action?.with[name]);
      // A name that is made of plain words reads as a part of the sentence, unless it stands in quotation marks.
      const isName = quote === '' && isSpelledOut(given[name], words);
      return isName ? `“${words}”` : `${quote}${words}`;
    });
}

/** The parameters that a sentence names. */
export function placesIn(sentence: string): readonly string[] {
  return [...sentence.matchAll(PLACE)].map(([, name = '']) => name);
}

const OPTIONAL = /\[([^\]]*)\]/gu;
const QUOTED_OR_NOT = /(“?)\{([a-z-]+)\}/giu;
const PLACE = /\{([a-z-]+)\}/giu;

function ownChanges(by: string, changes: readonly StateChange[], naming: Naming): readonly string[] {
  const own = changes.filter(({ path: [scope, id] }) => scope === 'players' && id === by);
  return sayChanges(own, naming)
    .slice(0, FEW)
    .map((change) => change.slice(`${naming.person(by)}: `.length));
}
