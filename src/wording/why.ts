import { recordedIn } from '../language/recorded.ts';
import { inARow } from '../kernel/sentence.ts';
import type { TraceLine } from '../kernel/trace.ts';
import { toKebab } from '../kernel/names.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { isPlainObject } from '../kernel/values.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { describeRefusal, sayTimes } from './describe-outcome.ts';
import { sayClash, waitsForAdmin } from './health.ts';
import type { InPlay } from './in-play.ts';
import { inert, inertClash, inertInLine } from './inert.ts';
import { inWords, namingOf, spelled, type Naming } from './naming.ts';
import { sayStatus } from './say-status.ts';
import type { Wording } from '../language/wording.ts';
import { endSentence } from './words.ts';

/** Questions about every player, which would repeat endlessly. */
const HEADCOUNTS: ReadonlySet<string> = new Set(['not-a-player', 'not-in-role', 'value-written', 'voters']);
const MOST_LINES = 60;

/** Explains rule by rule why a matter is neither enacted nor failed. Asking changes nothing. */
export function whyOfMatter(play: InPlay, at: string, id: string): string | null {
  const post = play.state().posts[id];
  if (post?.status !== 'pending') return null;
  const [enacting, failing] = (['may-enact', 'may-fail'] as const).map((hook) =>
    play.sandbox.explain(at, hook, { matter: id }),
  );
  const { wording } = play;
  const { say } = wording;
  const unread = play.whyUnread(id);
  if (unread !== null) return `${inertInLine(recordedIn(wording.language, unread))}\n`;
  // The rules would let it be enacted, but its text clashes with another matter's.
  const clash = play.clashOf(post);
  if (clash !== null) return `${endSentence(inertInLine(sayClash(play)))}\n\n${inertClash(clash)}\n`;
  const byAdmin = waitsForAdmin(play, at, id)
    ? `${say`It waits for an Admin, who enacts it or fails it.`}\n`
    : '';
  const answer = (what: string, refusal: NonNullable<typeof enacting>['refusal'] | undefined): string =>
    refusal === null || refusal === undefined
      ? say`${what}: yes, now.`
      : say`${what}: no, ${endSentence(inertInLine(describeRefusal(refusal, wording)))}`;
  const lines = [...(enacting?.lines ?? []), ...(failing?.lines ?? [])];
  return `${byAdmin}${answer(say`Enacted`, enacting?.refusal)}\n${answer(say`Failed`, failing?.refusal)}\n\n${ruleByRule(lines, play)}`;
}

/** Explains whether somebody could take an action now, without rolling dice. */
export function whyOfAction(
  play: InPlay,
  asked: { readonly at: string; readonly by: string; readonly action: string },
  words: Readonly<Record<string, unknown>>,
): string {
  const { wording } = play;
  const { say } = wording;
  const { at, by, action } = asked;
  const input = { type: 'act', at, by, action, with: words } as const;
  const { refusal, lines } = play.sandbox.explainInput(input);
  const said =
    refusal === null || refusal.code === 'chance'
      ? say`${inert(namingOf(play).person(by))} could do that now.`
      : say`Not now: ${endSentence(inertInLine(describeRefusal(refusal, wording)))}`;
  return `${said}\n\n${ruleByRule(lines, play)}`;
}

/** Each rule's answer, indented below its asker, without answers that only count heads. */
function ruleByRule(lines: readonly TraceLine[], play: InPlay): string {
  const { say } = play.wording;
  const all = sayTrace(lines, play);
  if (all.length === 0) return '';
  const list = all.slice(0, MOST_LINES).map(({ depth, text }) => `${'  '.repeat(depth)}- ${inert(text)}\n`);
  const more = all.length > MOST_LINES ? `- ${say`…and ${all.length - MOST_LINES} more`}\n` : '';
  return `${say`Rule by rule:`}\n\n${list.join('')}${more}`;
}

const DEEPEST = 6;

/** Each rule's answer once, in words, with its depth. */
export function sayTrace(
  lines: readonly TraceLine[],
  play: Pick<InPlay, 'model' | 'wording' | 'state'>,
): readonly { readonly depth: number; readonly text: string }[] {
  // Rules that did not finish can't be asked for names either.
  if (lines.length === 0) return [];
  const { say } = play.wording;
  const naming = namingOf(play);
  const least = Math.min(...lines.map(({ depth }) => depth));
  const deepest = new Map<string, { depth: number; text: string }>();
  const answers: string[] = [];
  for (const line of lines) {
    if (HEADCOUNTS.has(line.question) && !line.answer.startsWith('refuses')) continue;
    const who = line.rule === null ? say`the game` : `${line.rule.number} ${line.rule.title}`;
    const answer = `${sayTimes(sayAnswer(line, naming, play.model), play.wording)} (${who})`;
    // A rule often asks itself for its answer under another name.
    const asker = answers[line.depth - 1];
    answers[line.depth] = answer;
    if (asker === answer) continue;
    const text = `${sayQuestion(line.question, play)}: ${answer}`;
    const depth = Math.min(line.depth - least, DEEPEST);
    deepest.set(`${depth} ${text}`, { depth, text });
  }
  return [...deepest.values()];
}

const OF_ACTION = /^(check|cost|payment|effect|step "[^"]*") of (.+)$/u;

const ASKED: Readonly<Record<string, (wording: Wording) => string>> = {
  'may-enact': ({ say }) => say`can be enacted`,
  'may-fail': ({ say }) => say`can fail`,
  'may-act': ({ say }) => say`can be done`,
};

/** `may-enact` → `can be enacted`, `check of light-room` → `check of “Light rooms”` */
function sayQuestion(question: string, { model, wording }: Pick<InPlay, 'model' | 'wording'>): string {
  const { say } = wording;
  const [, part = '', action = ''] = OF_ACTION.exec(question) ?? [];
  if (Object.hasOwn(ASKED, question)) return ASKED[question]?.(wording) ?? '';
  const state = model.ballot.states.find(({ key }) => key === question);
  if (state !== undefined) return sayStatus(state.title, wording);
  if (part === '') return model.views[question]?.title ?? spelled(question.replace(/-(?:in|of|on)$/u, ''));
  const title = `“${model.actions[action]?.title ?? inWords(action)}”`;
  if (part === 'check') return say`check of ${title}`;
  if (part === 'cost') return say`cost of ${title}`;
  if (part === 'payment') return say`payment of ${title}`;
  return part === 'effect' ? say`effect of ${title}` : say`${spelled(part)} of ${title}`;
}

/** The kernel records answers in English: `lets it pass`, `answers 7`, `refuses: it is dark`. */
function sayAnswer(
  { question, answer, value }: TraceLine,
  naming: Naming,
  model: Pick<ModelDescription, 'fields' | 'views'>,
): string {
  const { say, language } = naming.wording;
  const [, how = '', what = ''] = /^(answers |refuses: )(.*)$/su.exec(answer) ?? [];
  if (how === 'answers ') {
    const more = / and (\d+) more$/u.exec(Array.isArray(value) ? what : '')?.[1];
    const text = sayValue(question, value, naming, model);
    return more === undefined ? text : say`${text} and ${more} more`;
  }
  if (how !== '') return say`no, ${recordedIn(language, what)}`;
  if (answer === 'lets it pass') return say`no objection`;
  return answer === 'permits it' ? say`yes` : answer === 'fails' ? say`its code fails` : answer;
}

function sayValue(
  question: string,
  value: unknown,
  naming: Naming,
  model: Pick<ModelDescription, 'fields' | 'views'>,
): string {
  if (OF_ACTION.exec(question)?.[1] === 'cost')
    return inARow(sayCost(value, model, naming)) || naming.value(null);
  const counts = isPlainObject(value) ? Object.entries(value) : [];
  // `{ for: 1, against: 0 }` → `1 for, 0 against`
  if (counts.length > 0 && counts.every(([, count]) => typeof count === 'number'))
    return inARow(counts.map(([key, count]) => `${naming.value(count)} ${naming.key(key)}`));
  return naming.value(value, model.views[question]?.returns);
}

/** `{ puissance: 3, bloodMana: 1 }` → `3 Puissance`, `1 Blood mana`: a cost, in the rules' names. */
export function sayCost(
  cost: unknown,
  { fields }: Pick<ModelDescription, 'fields'>,
  naming: Naming,
): string[] {
  if (!isPlainObject(cost)) return [];
  return Object.entries(cost)
    .filter(([, amount]) => amount !== 0)
    .map(([variable, amount]) => {
      const type: ValueType | undefined = fields['player']?.[toKebab(variable)]?.type;
      return naming.amount(amount, type?.title ?? inWords(variable));
    });
}
