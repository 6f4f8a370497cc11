import { type Cell, CellError, cellWords, inCell, readIn } from './cell.ts';
import { readEffects } from './effects.ts';
import { readLimit, readTrigger, stoppedIn, type Trigger } from './events.ts';
import { objectOf, type Cells, type RowCode, type RowContext } from './row-code.ts';
import { readFormula } from './formula.ts';
import type { Provided } from './provided.ts';
import { readWho } from './people.ts';
import type { RowScene } from './scene.ts';
import { variableRow } from './variables.ts';
import { idOf } from './vocabulary.ts';

/** `| a proposal is adopted | its author | 3 Coins | votes for = players | once a turn |` */
export function compileWhen(cells: Cells, first: Cell, context: RowContext): RowCode {
  const trigger = inCell(first, () => readTrigger(first.text, context));
  const scene: RowScene = { words: context.words, has: new Set(trigger.has), chosen: trigger.chosen ?? {} };
  const who = inCell(cells['who'], () => readWho(cells['who']?.text ?? '', scene));
  const ofOne: RowScene =
    who.of === 'people' ? { ...scene, has: new Set([...trigger.has, 'person']) } : scene;
  const gets = readIn(cells['gets'], (text) => readEffects(text, ofOne, who)) ?? [];
  const holds = readIn(cells['if'], (text) => readFormula(text, ofOne, 'yes or no'));
  const times = readIn(cells['times'], (text) => readFormula(text, ofOne, 'number'));
  const limit = readIn(cells['limit'], (text) => limitOf(text, context, who.of === 'game'));
  const instead = readIn(cells['instead of'], (text) => readInstead(text, context.provided)) ?? [];
  const isLast = /^(?:after|last|afterwards)/iu.test(cellWords(cells['order']?.text ?? ''));
  const parts = {
    row: '"when"',
    fits: trigger.fits && `(e) => ${trigger.fits}`,
    ...trigger.parts,
    who: `(e) => ${who.js}`,
    holds: holds && `(e) => ${holds.js}`,
    gets: `[${gets.map(({ js }) => js).join(', ')}]`,
    limit: limit?.js,
    times: times && `(e) => ${times.js}`,
    instead: instead.length === 0 ? undefined : JSON.stringify(instead),
    isLast: isLast ? 'true' : undefined,
    onlyWith: trigger.isOnce === true ? JSON.stringify(context.source) : undefined,
  };
  const rows = [trigger.on, ...(trigger.alsoOn ?? [])].map((on) => objectOf({ ...parts, on: `"${on}"` }));
  const stopped = context.isCircle === true && trigger.heeds !== undefined ? [stoppedRow(context.rule)] : [];
  return {
    rows: [...stopped, ...memoryOf(trigger), ...(limit ? [limit.row] : []), ...rows],
    link: {
      heeds: trigger.heeds ?? null,
      raises: gets.flatMap(({ raises }) => raises ?? []),
      when: cellWords(first.text),
    },
    notes: [
      ...tell(
        [trigger.notes, who.ties === null ? [] : [who.ties], ...gets.map(({ notes }) => notes)],
        instead,
        isLast,
      ),
      ...(rows.some((row) => row.includes('rows.ended(e,')) ? [OWN_PROPOSALS] : []),
    ],
  };
}

const OWN_PROPOSALS =
  '“adopted proposals” are the player’s own; “all adopted proposals” are those of everybody';

/** Reads the titles of rules, optionally with their numbers. */
function readInstead(text: string, { replaceable }: Provided): readonly string[] {
  const names = cellWords(text).split(/\s*;\s*/u);
  return names.flatMap((name) => {
    if (name === '') return [];
    const title = replaceable.get(name.toLowerCase());
    if (title !== undefined) return [title];
    const known = [...new Set(replaceable.values())];
    throw new CellError(
      `No rule called “${name}” gives anything that a row can replace.`,
      known.length === 0 ? 'nothing: under these rules no rule does' : `one of ${known.join(', ')}`,
      known[0] ?? '',
    );
  });
}

interface LimitCode {
  readonly js: string;
  readonly row: string;
  /** What becomes of a use that nobody takes. */
  readonly note: string;
}

/** The limit, and the variable that counts the uses. */
export function limitOf(
  text: string,
  { source, rule, above }: Pick<RowContext, 'source' | 'rule' | 'above'>,
  ofGame: boolean,
  id = uncounted(idOf(`${source} in ${rule}`), above),
): LimitCode {
  const { times, per, isCarriedOver, isInAll } = readLimit(text);
  const count = `${id}Used`;
  const type = `map(integer(), { title: ${JSON.stringify(`used: ${cellWords(source.split('|')[1] ?? source)}`)}, shown: false })`;
  return {
    js: `{ times: ${times}, per: "${per}", count: "${count}"${isCarriedOver ? ', isCarriedOver: true' : ''}${isInAll ? ', isInAll: true' : ''} }`,
    note: isCarriedOver
      ? 'an unused right is carried over, from its first use on'
      : 'an unused right is lost, and not carried over',
    row: variableRow(ofGame || isInAll ? 'game' : 'player', count, type),
  };
}

/** The first letters of a row, or all of them if it begins as one above it does. */
function uncounted(whole: string, above: RowContext['above']): string {
  const short = whole.slice(0, 80);
  if ((above.get(short) ?? whole) !== whole) return whole;
  above.set(short, whole);
  return short;
}

function stoppedRow(rule: string): string {
  const title = JSON.stringify(`Rows of ${rule} that set each other off, stopped`);
  return variableRow('game', stoppedIn(rule), `integer({ title: ${title} })`);
}

function memoryOf({ memory }: Trigger): readonly string[] {
  if (memory === undefined) return [];
  const type = `boolean({ title: ${JSON.stringify(memory.title)}, shown: false, start: ${memory.start} })`;
  return [variableRow(memory.of, memory.id, type)];
}

function tell(
  all: readonly (readonly string[])[],
  instead: readonly string[],
  isLast: boolean,
): readonly string[] {
  return [
    ...all.flat(),
    instead.length === 0
      ? 'it comes on top of what other rows and rules give'
      : `it comes instead of what ${instead.join(' and ')} gives`,
    isLast ? 'it is measured once the other rows have been paid' : 'it is measured before anybody is paid',
  ];
}
