import { type Cell, CellError, cellWords, inCell } from './cell.ts';
import { readEffects } from './effects.ts';
import { readLimit, readTrigger, stoppedIn, type Trigger } from './events.ts';
import type { Cells, RowCode, RowContext } from './row-code.ts';
import { readFormula } from './formula.ts';
import type { Provided } from './provided.ts';
import { readWho, type Who } from './people.ts';
import type { RowScene } from './scene.ts';
import { variableRow } from './variables.ts';
import { idOf } from './vocabulary.ts';

/** `| a proposal is adopted | its author | 3 Coins | votes for = players | once a turn |` */
export function compileWhen(cells: Cells, first: Cell, context: RowContext): RowCode {
  const trigger = inCell(first, () => readTrigger(first.text, context));
  const scene: RowScene = { words: context.words, has: new Set(trigger.has), chosen: {} };
  const who = inCell(cells['who'], () => readWho(cells['who']?.text ?? '', scene));
  const ofOne: RowScene =
    who.of === 'people' ? { ...scene, has: new Set([...trigger.has, 'person']) } : scene;
  const gets = inCell(cells['gets'], () => readEffects(cells['gets']?.text ?? '', ofOne, who));
  const holds =
    cells['if'] && inCell(cells['if'], () => readFormula(cells['if']?.text ?? '', ofOne, 'yes or no'));
  const times =
    cells['times'] && inCell(cells['times'], () => readFormula(cells['times']?.text ?? '', ofOne, 'number'));
  const limit =
    cells['limit'] &&
    inCell(cells['limit'], () => limitOf(cells['limit']?.text ?? '', context, who.of === 'game'));
  const instead = inCell(cells['instead of'], () =>
    readInstead(cells['instead of']?.text ?? '', context.provided),
  );
  const isLast = /^(?:after|last|afterwards)/iu.test(cellWords(cells['order']?.text ?? ''));
  const row = objectOf({
    row: '"when"',
    on: JSON.stringify(trigger.on),
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
  });
  const stopped = context.isCircle === true && trigger.heeds !== undefined ? [stoppedRow(context.rule)] : [];
  return {
    rows: [...stopped, ...memories(trigger, limit), row],
    link: {
      heeds: trigger.heeds ?? null,
      raises: gets.flatMap(({ raises }) => raises ?? []),
      when: cellWords(first.text),
    },
    notes: tell(trigger, who, gets, { instead, isLast }),
  };
}

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
      true,
    );
  });
}

export function objectOf(parts: Readonly<Record<string, string | undefined>>): string {
  return `{ ${Object.entries(parts)
    .flatMap(([key, value]) => (value === undefined || value === '' ? [] : [`${key}: ${value}`]))
    .join(', ')} }`;
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
  { source, rule }: Pick<RowContext, 'source' | 'rule'>,
  ofGame: boolean,
  id = idOf(`${source} in ${rule}`).slice(0, 80),
): LimitCode {
  const { times, per, isCarriedOver } = readLimit(text);
  const count = `${id}Used`;
  const type = `map(integer(), { title: ${JSON.stringify(`used: ${cellWords(source.split('|')[1] ?? source)}`)}, shown: false })`;
  return {
    js: `{ times: ${times}, per: "${per}", count: "${count}"${isCarriedOver ? ', isCarriedOver: true' : ''} }`,
    note: isCarriedOver
      ? 'an unused right is carried over, from its first use on'
      : 'an unused right is lost, and not carried over',
    row: variableRow(ofGame ? 'game' : 'player', count, type),
  };
}

function stoppedRow(rule: string): string {
  const title = JSON.stringify(`Rows of ${rule} that set each other off, stopped`);
  return variableRow('game', stoppedIn(rule), `integer({ title: ${title} })`);
}

function memories({ memory }: Trigger, limit: LimitCode | undefined): readonly string[] {
  const reached =
    memory &&
    variableRow(memory.of, memory.id, `boolean({ title: ${JSON.stringify(memory.title)}, shown: false })`);
  return [reached, limit?.row].filter((row) => row !== undefined);
}

function tell(
  { notes }: Trigger,
  { ties }: Who,
  gets: readonly { readonly notes: readonly string[] }[],
  { instead, isLast }: { readonly instead: readonly string[]; readonly isLast: boolean },
): readonly string[] {
  return [
    ...notes,
    ...(ties === null ? [] : [ties]),
    ...gets.flatMap((effect) => effect.notes),
    instead.length === 0
      ? 'it comes on top of what other rows and rules give'
      : `it comes instead of what ${instead.join(' and ')} gives`,
    isLast ? 'it is measured once the other rows have been paid' : 'it is measured before anybody is paid',
  ];
}
