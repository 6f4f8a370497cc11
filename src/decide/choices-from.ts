import type { FormOption } from '../kernel/kinds/kind.ts';
import type { RuleEntry } from '../kernel/manifest.ts';
import { timeIn } from '../language/wording.ts';
import type { Play } from '../play/play.ts';
import { namingOf } from './naming.ts';
import { sayLine, subjectOfLine } from './say-taken-action.ts';

/** Lists of rules that a type can name. */
const RULES: Readonly<Record<string, (rule: RuleEntry) => boolean>> = {
  rules: () => true,
  'dynastic-rules': ({ section, path }) => section === 'dynastic' && path.includes('/'),
  'special-cases': ({ section, path }) => section === 'special-case' && path.includes('/'),
};

/** The choices that a form offers for a type with `from`, as the game stands. */
export function choicesFrom(play: Play, now: string): (source: string) => readonly FormOption[] | null {
  return (source) => {
    const isListed = RULES[source];
    if (isListed !== undefined)
      return play.manifest.rules
        .filter(isListed)
        .map(({ title, number }) => ({ value: title, label: `${number} ${title}`.trim() }));
    if (play.model.views[source] === undefined) return null;
    const found = play.query(now, [['views', source]])[0]?.value;
    return Array.isArray(found) ? found.flatMap((one: unknown) => optionFor(one, play)) : null;
  };
}

/** A number is that of a line of the ledger, which is told as the ledger tells it. An id of a person is shown as their name. */
function optionFor(one: unknown, play: Play): readonly FormOption[] {
  const naming = namingOf(play);
  if (typeof one === 'string' && Object.hasOwn(play.state().players, one))
    return [{ value: one, label: naming.person(one) }];
  if (typeof one !== 'number') return [{ value: String(one), label: String(one) }];
  const line = play.ledger.find(({ n }) => n === one);
  if (line === undefined) return [];
  const told = `${subjectOfLine(line, naming)} ${sayLine(line, play.model, naming)}`;
  return [{ value: String(one), label: `${told} (${timeIn(play.wording.language.tag, line.at)})` }];
}
