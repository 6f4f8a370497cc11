import type { Naming } from '../../wording/naming.ts';
import type { RuleEntry } from '../../kernel/manifest.ts';
import type { State } from '../../kernel/state.ts';
import type { DiceData, DynastyData, HistoryData, RecordData } from '../data/record-data.ts';
import { chartsOf, type Variable } from './charts.ts';
import { differOnce } from './matter-diffs.ts';
import type { RuleChange } from './history.ts';
import type { PastShown } from './past-shown.ts';
import { textOr } from './harmless-text.ts';
import type { RenderedCache } from './rendered-cache.ts';
import { withLazy } from '../data/lazy-property.ts';
import type { RecordedLine } from '../../store/ledger-line.ts';
import { splitSentences } from '../../ruleset/merge/sentences.ts';

/** For each sentence of a rule's text in force, the change that it comes from; original sentences are left out. */
export function attributeChanges(
  changes: readonly RuleChange[],
): readonly { readonly sentence: string; readonly change: number }[] {
  let known = new Map<string, number | null>();
  for (const [index, { before, after }] of changes.entries()) {
    if (index === 0) known = new Map(sentencesOf(before).map((sentence) => [sentence, null]));
    known = new Map(
      sentencesOf(after).map((sentence) => [
        sentence,
        known.has(sentence) ? (known.get(sentence) ?? null) : index,
      ]),
    );
  }
  return [...known].flatMap(([sentence, change]) => (change === null ? [] : [{ sentence, change }]));
}

/** `- **FOR**` → `FOR`, `| glyph | 1 |` → `glyph · 1`: the text without its markup. */
export function readable(sentence: string): string {
  const cells = /^\|(.*)\|$/u.exec(sentence)?.[1]?.split('|');
  if (cells !== undefined) return cells.map((cell) => readable(cell.trim())).join(' · ');
  return sentence.replace(/^(?:[-*>]|#{1,6}|\d+\.)\s+/u, '').replace(/(\*{1,2})(\S(?:.*?\S)?)\1/gu, '$2');
}

/** The line under a table's header contains no text. */
const RULE_OF_TABLE = /^\|[\s|:-]+\|$/u;

function sentencesOf(text: string | null): string[] {
  return (text ?? '')
    .split(/\n+/)
    .flatMap((line) => splitSentences(line))
    .map(({ text: sentence }) => sentence.trim())
    .filter((sentence) => sentence !== '' && !RULE_OF_TABLE.test(sentence));
}

export interface RecordSource {
  readonly ledger: readonly RecordedLine[];
  /** RecordSource dynasties, oldest first. */
  readonly past: PastShown['dynasties'];
  readonly state: State;
  readonly changes: readonly RuleChange[];
  readonly dice: { readonly source: string; readonly hash?: string | undefined };
  readonly variables: readonly Variable[];
  readonly rules: readonly RuleEntry[];
  readonly now: string;
  readonly naming: Naming;
  readonly rendered: RenderedCache;
}

export function collectRecord(all: RecordSource): RecordData {
  // Rules that came and went with their dynasties are covered by those dynasties' own pages.
  const inForce = new Set(all.rules.map(({ path }) => path));
  return {
    history: historyOf(
      all.changes.filter(({ rule }) => inForce.has(rule)),
      all.rendered,
    ),
    dice: diceOf(all),
    moments: momentsOf(all.changes),
    dynasties: [...dynastiesOf(all), ...all.past.map(({ summary }) => summary).reverse()],
    charts: chartsOf(all, all.variables),
  };
}

function historyOf(changes: readonly RuleChange[], rendered: RenderedCache): readonly HistoryData[] {
  return [...Map.groupBy(changes, ({ rule }) => rule).values()].flatMap((own) => {
    const sentences = attributeChanges(own);
    return own.map(({ at, post, rule, before, after }, index) => {
      const about = {
        at,
        post,
        rule,
        makes: before === null,
        repeals: after === null,
        sentences: sentences.flatMap(({ sentence, change }, place) =>
          change === index ? [{ place, text: readable(sentence) }] : [],
        ),
      };
      const words = (): HistoryData['words'] => differOnce(before ?? '', after ?? '', rendered);
      return withLazy(about, 'words', words);
    });
  });
}

/** The moments at which rules changed, and the matter responsible; simultaneous changes are one moment. */
function momentsOf(changes: readonly RuleChange[]): RecordData['moments'] {
  const moments = new Map(changes.map(({ at, post }) => [`${at} ${post}`, { at, post }]));
  return [...moments.values()].sort((a, b) => (a.at < b.at ? -1 : 1));
}

function diceOf({ ledger, dice }: RecordSource): DiceData {
  return {
    source: dice.source,
    commitment: dice.hash ?? null,
    rolls: ledger
      .filter(({ draws }) => draws.some(({ kind }) => kind === 'dice'))
      .map(({ n, at, by, what, draws, proof }) => ({
        n,
        at,
        by,
        what,
        draws: draws.filter(({ kind }) => kind === 'dice').map(({ size, result }) => ({ size, result })),
        proof: typeof proof === 'object' && proof !== null ? (proof as Record<string, unknown>) : null,
      })),
  };
}

/** Finds earlier dynasties by undoing the ledger, which has a line for every emperor's accession. */
function dynastiesOf({ ledger, state, past }: RecordSource): readonly DynastyData[] {
  const before = past.at(-1)?.ended ?? null;
  const found: DynastyData[] = [];
  const now: Record<string, unknown> = { ...state.dynasty };
  let until: string | null = null;
  const note = (from: string | null): void => {
    const { number, emperor } = now;
    found.push({
      number: typeof number === 'number' ? number : null,
      name: textOr(now['name']),
      emperor: typeof emperor === 'string' ? emperor : null,
      theme: textOr(now['theme']),
      from,
      until,
    });
  };
  const opening = past.at(-1)?.lastLine ?? -2;
  for (const { n, at, changes } of [...ledger].reverse()) {
    // The line that opened the dynasty: everything before it is archived.
    if (n === opening + 1) break;
    const own = changes.filter(({ path }) => path[0] === 'dynasty');
    if (own.some(({ path }) => path[1] === 'number')) {
      note(at);
      until = at;
    }
    for (const { path, before } of [...own].reverse()) if (path.length === 2) now[path[1] ?? ''] = before;
  }
  note(before);
  return found;
}
