/** A row of a table as a sentence, for people who haven't seen the table. */
import { cellWords } from './cell.ts';
import { isOrAre } from './vocabulary.ts';
import { readNumber } from '../kernel/number-words.ts';

/** The cells of a row by their headings. The first cell has an empty heading. */
export type SpokenCells = ReadonlyMap<string, string>;

/** `When a proposal is adopted, its author gets 3 Coins.` */
export function sayRow(is: string, lead: string, cells: SpokenCells): string {
  const cell = (column: string): string => cellWords(cells.get(column) ?? '');
  const said = SENTENCES[is]?.(cell, cellWords(lead));
  return said === undefined ? '' : `${said.slice(0, 1).toUpperCase()}${said.slice(1)}.`;
}

type Cell = (column: string) => string;

const SENTENCES: Readonly<Record<string, (cell: Cell, lead: string) => string>> = {
  variables: (cell, lead) => {
    const least = cell('at least');
    const start = cell('starts at');
    const limits = [
      least === '' ? '' : `at least ${least}`,
      cell('at most') === '' ? '' : `at most ${cell('at most')}`,
    ].filter((one) => one !== '');
    return [
      `${lead} ${cell('')}`,
      cell('can be') === '' ? '' : `, which can be ${cell('can be')}`,
      start === '' ? '' : `, starting at ${start}`,
      limits.length === 0 ? '' : `, ${limits.join(' and ')}`,
      cell('kept by') === '' ? '' : '; no rule counts it: anybody changes it by hand, on record',
    ].join('');
  },
  worths: (cell, lead) => `${lead} ${cell('')} is ${cell('is')}`,
  moves: (cell, lead) =>
    [
      `${lead} ${cell('')}`,
      often(cell('how often'), ' '),
      cell('choosing') === '' ? '' : `, choosing ${cell('choosing').replaceAll(/\s*;\s*/gu, ' and ')}`,
      cell('paying') === '' ? '' : `, paying ${cell('paying')}`,
      `, and ${gets(cell('to get'))}`,
      cell('only if') === '' ? '' : `; only if ${cell('only if').replaceAll(/\s*;\s*/gu, ', and ')}`,
    ].join(''),
  events: (cell) => {
    const when = agreeing(cell(''));
    return [
      /^(?:each|every) (?!\w+ round)/iu.test(when) ? when : `when ${when}`,
      `, ${gets(cell('gets'), cell('who') === 'it' ? 'the proposal' : cell('who'))}`,
      cell('times') === '' ? '' : `, ${cell('times')} times`,
      cell('if') === '' ? '' : `, if ${cell('if')}`,
      often(cell('limit'), ', at most '),
      cell('instead of') === '' ? '' : `, instead of what ${cell('instead of')} gives`,
      cell('order') === '' ? '' : ', once the other rows have been paid',
    ].join('');
  },
  prohibitions: (cell) => `nobody may ${cell('')} if ${cell('if')}`,
  'votes needed': (cell) =>
    `a proposal needs ${/votes?\b/iu.test(cell('')) ? cell('') : `${cell('')} votes`} if ${cell('if').replace(/^voted\b/iu, 'its author voted')}`,
};

const THIRD: Readonly<Record<string, string>> = {
  reach: 'reaches',
  exceed: 'exceeds',
  fall: 'falls',
  are: 'is',
};

/** `Gold reach 30` → `Gold reaches 30` */
function agreeing(when: string): string {
  return when.replace(/^(\S.*?) (reach|exceed|fall|are)(?= )/u, (all, what: string, verb: string) =>
    isOrAre(what) === 'is' ? `${what} ${THIRD[verb] ?? verb}` : all,
  );
}

function often(text: string, before: string): string {
  return text === '' ? '' : `${before}${text}`;
}

/** Something described has no possessive: `whoever has the most Coins`, `that player’s Coins`. */
const DESCRIBED = /^(?:whoever|their|its) |\b(?:with|who|whose|if|of)\b|'s /iu;

/** `Fish = 0`, `each player` → `each player’s Fish becomes 0` */
function gets(text: string, who = ''): string {
  const set = partsOf(text).flatMap((part) => settingIn(part) ?? []);
  const isDescribed =
    who !== '' && [who, ...set.map(({ title }) => title)].some((one) => DESCRIBED.test(one));
  if (isDescribed || who.endsWith('s') || set.length === 0 || set.length < partsOf(text).length)
    return `${who} ${partsOf(text).map(effect).join(' and ')}`.trim();
  const become = set.map(
    ({ title, value }) => `${title} ${/[^isu]s$/u.test(title) ? 'become' : 'becomes'} ${value}`,
  );
  return `${who === '' ? '' : `${who}’s `}${become.join(' and ')}`;
}

function partsOf(text: string): readonly string[] {
  return text.split(/\s*;\s*/u).filter((part) => part !== '');
}

function effect(part: string): string {
  if (
    // What a clause does to somebody, such as “raises health”.
    /^[a-z]+s(?: [a-z]+)*$/u.test(part) ||
    /^(?:wins?|loses?|gets?|gains?|gives?|pays?|takes?|steals?|ends)\b/iu.test(part) ||
    /^.+? (?:gets?|gains?|loses?|ends) /iu.test(`${part} `)
  )
    return part;
  const set = settingIn(part);
  return set === null ? `gets ${part}` : `has ${set.title} set to ${set.value}`;
}

/** `Fish = 0`: what becomes what, or null. */
function settingIn(part: string): { readonly title: string; readonly value: string } | null {
  const [, title = '', value = ''] = /^(.+?) *(?:=| becomes | is now | is set to ) *(.+)$/iu.exec(part) ?? [];
  return title === '' || /^if /iu.test(part) ? null : { title, value };
}

/** Phrases that suggest that something is counted. */
const COUNTED: readonly RegExp[] = [
  /\b(?:each|every|all) [\p{L} ]{2,30}? (?:has|have|starts?|begins?) /iu,
  /\b(?:gains?|gets?|earns?|receives?|loses?|pays?|spends?|costs?|scores?|wins?|awarded|is worth|are worth)\b/iu,
  /\b(?:starts?|begins?) (?:at|with)\b/iu,
  /\b(?:once|twice) (?:a|per|each) (?:day|week|turn|round)\b/iu,
  /\brolls? (?:a|the|\d*)\s?(?:die|dice|d\d+)/iu,
];
const AMOUNT = /\d|\b\p{Lu}[\p{L}-]+s\b|\bdice?\b|\bpoints?\b|\bvictory\b|\bgame\b/u;

/** The first sentence that sounds as if something is counted, or null. */
export function soundsCounted(sentences: readonly string[]): string | null {
  return (
    sentences.find((sentence) => {
      const hits = COUNTED.filter((pattern) => pattern.test(sentence)).length;
      return (
        hits > 1 || (hits === 1 && (AMOUNT.test(sentence) || /\d/u.test(sentence) || hasNumber(sentence)))
      );
    }) ?? null
  );
}

function hasNumber(sentence: string): boolean {
  return sentence
    .split(/\s+/u)
    .some(
      (word) => !/^(?:a|an|no|none|never)$/iu.test(word) && readNumber(word.replace(/[.,;:]$/u, '')) !== null,
    );
}
