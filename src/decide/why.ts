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
  const say = (what: string, refusal: NonNullable<typeof enacting>['refusal'] | undefined): string =>
    refusal === null || refusal === undefined
      ? `${what}: it can be, now.`
      : `${what}: no, ${endSentence(inertInLine(describeRefusal(refusal)))}`;
  const lines = [...(enacting?.lines ?? []), ...(failing?.lines ?? [])];
  return `${say('Enacted', enacting?.refusal)}\n${say('Failed', failing?.refusal)}\n\n${ruleByRule(lines)}`;
}

/** Whether somebody could take an action now. What dice would say is not looked at. */
export function whyOfAction(
  play: Play,
  asked: { readonly at: string; readonly by: string; readonly action: string },
  words: Readonly<Record<string, unknown>>,
): string {
  const { at, by, action } = asked;
  const input = { type: 'act', at, by, action, with: words } as const;
  const { refusal, lines } = play.sandbox.explainInput(input);
  const said =
    refusal === null || refusal.code === 'chance'
      ? `${inert(by)} could do that now.`
      : `Not now: ${endSentence(inertInLine(describeRefusal(refusal)))}`;
  return `${said}\n\n${ruleByRule(lines)}`;
}

/** Each rule's answer, indented under the rule that asked; answers that only count heads are left out. */
function ruleByRule(lines: readonly TraceLine[]): string {
  if (lines.length === 0) return '';
  const least = Math.min(...lines.map(({ depth }) => depth));
  const told = new Set<string>();
  for (const { question, rule, depth, answer } of lines) {
    if (HEADCOUNTS.has(question) && !answer.startsWith('refuses')) continue;
    const who = rule === null ? 'the engine' : `${rule.number} ${rule.title}`;
    told.add(`${'  '.repeat(Math.min(depth - least, 6))}- ${inert(`${question}: ${who} ${answer}`)}\n`);
  }
  const all = [...told];
  const more = all.length > MOST_LINES ? `- …and ${all.length - MOST_LINES} more\n` : '';
  return `Rule by rule:\n\n${all.slice(0, MOST_LINES).join('')}${more}`;
}
