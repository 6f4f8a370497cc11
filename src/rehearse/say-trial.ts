import { recordedIn } from '../language/recorded.ts';
import type { Wording } from '../language/wording.ts';
import { endSentence } from '../wording/words.ts';
import { inert, inertClash, inertShort } from '../wording/inert.ts';
import type { Trial } from './try-matter.ts';
import { capitalised } from '../kernel/sentence.ts';
import type { PromiseAsked } from './ask-promises.ts';

/** Renders the result of a matter's trial. That it worked is no news of a matter that is stuck by now. */
export function sayTrial(trial: Trial | null, wording: Wording, isStuck = false): string {
  if (trial === null) return '';
  const { say } = wording;
  const { omitted, warnings = [], clauses = [], scenarios = [], passing = [], hindsight = [] } = trial;
  const inLanguage = (sentence: string): string => recordedIn(wording.language, sentence);
  const lists = [
    sayList(
      say`When it passes`,
      passing.map((one) => inertShort(inLanguage(one), 300)),
    ),
    sayList(
      say`Missing, or left out if it passes`,
      omitted.map(({ change, reason }) => `${inertShort(change)}: ${endSentence(inert(inLanguage(reason)))}`),
    ),
    sayList(
      say`Side effects`,
      warnings.map((warning) => endSentence(inLanguage(warning))),
    ),
    sayPromises(trial.promises, wording),
    sayList(say`The code in plain words`, clauses),
    sayList(say`Tests`, scenarios),
    sayHindsight(hindsight, wording),
  ];
  const went = isStuck && trial.ok ? '' : sayHowItWent(trial, wording);
  return `${went}${lists.map((list) => list && `\n${list}`).join('')}`;
}

function sayHindsight([head, ...lines]: readonly string[], { say, language }: Wording): string {
  if (head === undefined) return '';
  const items = lines.map((line) => `- ${inertShort(recordedIn(language, line), 300)}\n`).join('');
  return `${say`**The past weeks.** ${inert(recordedIn(language, head))}`}\n${items === '' ? '' : `\n${items}`}`;
}

function sayHowItWent(trial: Trial, { say, language }: Wording): string {
  const types = trial.typed ? ` ${say`The code passes the type check.`}` : '';
  if (trial.ok)
    return `${trial.omitted.length > 0 ? say`**Test run** in a copy of the game, with everybody in favour: it would pass, but not all of it would work.` : say`**Test run** in a copy of the game, with everybody in favour: it works.`}${types}\n`;
  const problems = trial.problems
    .map((problem) => `- ${inertClash(recordedIn(language, problem)).replaceAll('\n', '\n  ')}\n`)
    .join('');
  return problems === ''
    ? `${say`**Test run** in a copy of the game, with everybody in favour: still undecided after ten days.`}\n`
    : `${say`**Test run** in a copy of the game, with everybody in favour: it would fail.`}\n\n${problems}`;
}

export function sayList(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `**${title}:**\n\n${items.map((item) => `- ${item}\n`).join('')}`;
}

/** Describes in Markdown whether rules keep their promises, with the way to break each if one was found. */
export function sayPromises(asked: Trial['promises'], wording: Wording): string {
  const { say } = wording;
  if (asked === 'as-before')
    return `${say`**Promises:** kept as before, since the matter changes nothing that the computer does.`}\n`;
  if (asked === undefined || asked.length === 0) return '';
  const broken = asked.flatMap(({ way }) => (way === null ? [] : [way]));
  const head =
    broken.length === 0
      ? say`**Promises:** kept, as far as a search could tell.`
      : broken.every(({ wasSoBefore }) => wasSoBefore)
        ? say`**Promises:** one can be broken, as before.`
        : say`**Promises:** one can be broken.`;
  return `${head}\n\n${asked.map((one) => `- ${sayPromise(one, wording)}\n`).join('')}`;
}

/** The way to break a promise in one paragraph; null if none is known. */
export function sayBroken(asked: PromiseAsked, { say, language }: Wording): string | null {
  const { rule, says, way } = asked;
  if (way === null) return null;
  const why = endSentence(capitalised(recordedIn(language, way.why)));
  const promise = say`${rule} promises that ${says}.`;
  return way.lines.length === 0
    ? `${promise} ${say`It isn’t kept even now.`} ${why}`
    : `${promise} ${breaks(asked, { say })} ${endSentence(way.lines.join('; '))} ${why}`;
}

function breaks({ way }: PromiseAsked, { say }: Pick<Wording, 'say'>): string {
  return way?.isSmall === true
    ? say`In a game with few players and no posts, this breaks it:`
    : say`This breaks it:`;
}

function sayPromise(asked: PromiseAsked, wording: Wording): string {
  const { say, language } = wording;
  const { rule, says, way } = asked;
  const promise = say`${inert(rule)} promises that ${inertShort(says, 300)}.`;
  if (way === null) return `${promise} ${sayHowFar(asked, wording)}`;
  const why = endSentence(capitalised(inertShort(recordedIn(language, way.why), 400)));
  const before = way.wasSoBefore
    ? ` ${say`It was so before as well, so this isn’t held against the matter.`}`
    : '';
  if (way.lines.length === 0) return `${promise} ${say`It isn’t kept even now.`}${before} ${why}`;
  const lines = way.lines.map((line, place) => {
    const end = place + 1 === way.turn ? ` – ${say`from here on, waiting is enough`}` : '';
    return `\n  ${place + 1}. ${inertShort(line, 300)}${end}`;
  });
  return `${promise}${before} ${breaks(asked, wording)}${lines.join('')}\n\n  ${why}`;
}

/** Says how thorough the search was. */
export function sayHowFar({ moves, states, unfinished }: PromiseAsked, { say }: Wording): string {
  if (unfinished !== undefined) return inert(unfinished);
  return moves + states === 0
    ? say`Every step is checked against it.`
    : say`No way to break it was found within ${moves} moves and ${states} states.`;
}
