import { recordedIn } from '../language/recorded.ts';
import type { Wording } from '../language/wording.ts';
import type { TraceLine } from '../kernel/trace.ts';
import { describeRefusal } from './describe-outcome.ts';
import type { Play } from '../play/play.ts';
import { inert, inertInLine } from './inert.ts';
import { endSentence } from './words.ts';

/** Asked of everybody, many times over. */
const HEADCOUNTS: ReadonlySet<string> = new Set(['not-a-player', 'not-in-role', 'value-written', 'voters']);
const MOST_LINES = 60;

/** Why a matter is not enacted and has not failed, rule by rule. Nothing is changed by asking. */
export function whyOfMatter(play: Play, at: string, id: string): string | null {
  const post = play.state().posts[id];
  if (post?.status !== 'pending') return null;
  const [enacting, failing] = (['may-enact', 'may-fail'] as const).map((hook) =>
    play.sandbox.explain(at, hook, { matter: id }),
  );
  const { wording } = play;
  const { say } = wording;
  const answer = (what: string, refusal: NonNullable<typeof enacting>['refusal'] | undefined): string =>
    refusal === null || refusal === undefined
      ? say`${what}: it can be, now.`
      : say`${what}: no, ${endSentence(inertInLine(describeRefusal(refusal, wording)))}`;
  const lines = [...(enacting?.lines ?? []), ...(failing?.lines ?? [])];
  return `${answer(say`Enacted`, enacting?.refusal)}\n${answer(say`Failed`, failing?.refusal)}\n\n${ruleByRule(lines, wording)}`;
}

/** Whether somebody could take an action now. What dice would say is not looked at. */
export function whyOfAction(
  play: Play,
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
      ? say`${inert(by)} could do that now.`
      : say`Not now: ${endSentence(inertInLine(describeRefusal(refusal, wording)))}`;
  return `${said}\n\n${ruleByRule(lines, wording)}`;
}

/** The kernel notes answers in English: `lets it pass`, `answers 7`, `refuses: it is dark`. */
function sayAnswer(answer: string, { say, language }: Wording): string {
  const [, how = '', what = ''] = /^(answers |refuses: )(.*)$/su.exec(answer) ?? [];
  if (how === 'answers ') return say`answers ${what}`;
  if (how !== '') return say`refuses: ${recordedIn(language, what)}`;
  if (answer === 'lets it pass') return say`lets it pass`;
  return answer === 'permits it' ? say`permits it` : answer === 'fails' ? say`fails` : answer;
}

/** Each rule's answer, indented under the rule that asked; answers that only count heads are left out. */
function ruleByRule(lines: readonly TraceLine[], wording: Wording): string {
  const { say } = wording;
  if (lines.length === 0) return '';
  const least = Math.min(...lines.map(({ depth }) => depth));
  const told = new Set<string>();
  for (const { question, rule, depth, answer } of lines) {
    if (HEADCOUNTS.has(question) && !answer.startsWith('refuses')) continue;
    const who = rule === null ? say`the engine` : `${rule.number} ${rule.title}`;
    told.add(
      `${'  '.repeat(Math.min(depth - least, 6))}- ${inert(`${question}: ${who} ${sayAnswer(answer, wording)}`)}\n`,
    );
  }
  const all = [...told];
  const more = all.length > MOST_LINES ? `- ${say`…and ${all.length - MOST_LINES} more`}\n` : '';
  return `${say`Rule by rule:`}\n\n${all.slice(0, MOST_LINES).join('')}${more}`;
}
