import type { FormOption } from '../kernel/kinds/kind.ts';
import type { RuleEntry } from '../kernel/manifest.ts';
import { timeIn } from '../language/wording.ts';
import type { Play } from '../session/play/play.ts';
import { splitState } from '../store/private-values.ts';
import { type Naming, namingOf, spelled } from '../wording/naming.ts';
import { capitalised } from '../kernel/sentence.ts';
import { sayHas, saidValues } from '../wording/tracked-values.ts';
import { sayLine, subjectOfLine } from '../wording/say-taken-action.ts';

/** Lists of rules that a type can name. */
const RULES: Readonly<Record<string, (rule: RuleEntry) => boolean>> = {
  rules: () => true,
  'dynastic-rules': ({ section, path }) => section === 'dynastic' && path.includes('/'),
  'special-cases': ({ section, path }) => section === 'special-case' && path.includes('/'),
};

/**
 * The current choices for a type with `from`. A view of a player lists those of the person who fills in the form. A secret one is listed
 * only for that person, on a machine that has the secrets.
 */
export function choicesFrom(
  play: Play,
  now: string,
  who: string | null = null,
): (source: string) => readonly FormOption[] | null {
  const naming = namingOf(play);
  const known = new Map<string, readonly FormOption[] | null>();
  const listOf = (source: string): readonly FormOption[] | null => {
    const isListed = RULES[source];
    if (isListed !== undefined)
      return play.manifest.rules
        .filter(isListed)
        .map(({ title, number }) => ({ value: title, label: `${number} ${title}`.trim() }));
    if (source === 'players' || play.model.collections[source] !== undefined)
      return thingsIn(play, source, naming);
    const found = seenBy(play, now, source, who);
    if (!Array.isArray(found)) return null;
    const options = found.flatMap((one: unknown) => optionFor(one, play, naming));
    // Beside `Rod of smoothing`, `bandages` is an id too.
    const isOfIds = found.some((one) => typeof one === 'string' && spelled(one) !== one);
    return isOfIds ? options.map((one) => ({ ...one, label: capitalised(one.label) })) : options;
  };
  return (source) => {
    const list = known.has(source) ? (known.get(source) ?? null) : listOf(source);
    known.set(source, list);
    return list;
  };
}

/** Lists what a view has for one person, or for anybody if nobody is known; null if it may not be seen. Without the secrets it lists what is possible as far as the public knows. Without a view the rules list it. */
function seenBy(play: Play, now: string, id: string, who: string | null): unknown {
  const view = play.model.views[id];
  if (view === undefined) return writtenIn(play.manifest.rules, id);
  if (view.private && view.own !== true) return null;
  if (view.of !== 'player') return view.private ? null : play.query(now, [['views', id]])[0]?.value;
  const isSecret = view.private && play.runsInPrivate('');
  const { players } = play.state();
  if (who !== null)
    return Object.hasOwn(players, who) ? play.query(now, [['views', id, who]])[0]?.value : null;
  if (isSecret) return null;
  const all = play.query(
    now,
    Object.keys(players).map((one) => ['views', id, one] as const),
  );
  const lists = all.flatMap(({ value }) => (Array.isArray(value) ? [value as readonly unknown[]] : []));
  return lists.length === 0 ? null : [...new Set(lists.flat())];
}

function thingsIn(play: Play, source: string, naming: Naming): readonly FormOption[] {
  const state = splitState(play.state(), play.model).open;
  return source === 'players'
    ? Object.keys(state.players).map((id) => ({ value: id, label: naming.person(id) }))
    : Object.keys(state.things[source] ?? {}).map((id) => ({
        value: id,
        label: labelOfThing(play, naming, source, id),
      }));
}

/** A thing with a mere number is told by what it has: `Bulletin Board 1: Seller Bo, Price 5`. */
function labelOfThing(play: Play, naming: Naming, collection: string, id: string): string {
  const label = naming.thing(collection, id);
  if (!/^[a-z]?\d+$/u.test(id)) return label;
  const values = splitState(play.state(), play.model).open.things[collection]?.[id] ?? {};
  const has = sayHas(
    saidValues(Object.entries(play.model.collections[collection]?.fields ?? {}), values, naming),
  );
  return has === '' ? label : `${label}: ${has}`;
}

/** The first column of a table of the rules, or a list in them. */
function writtenIn(rules: readonly RuleEntry[], name: string): readonly string[] | null {
  const table = rules.find(({ tables }) => tables[name] !== undefined)?.tables[name];
  if (table !== undefined) return table.rows.flatMap(([first]) => first?.text ?? []);
  const found = rules.find(({ lists }) => lists[name] !== undefined)?.lists[name];
  return found?.items.map(({ text }) => text) ?? null;
}

/** A number names a line of the ledger, so it is shown as that line is. An id, and the path of a value, is shown by its name. */
function optionFor(one: unknown, play: Play, naming: Naming): readonly FormOption[] {
  if (typeof one !== 'number') {
    const value = String(one);
    const [place] = Object.entries(play.state().things).find(([, all]) => Object.hasOwn(all, value)) ?? [];
    const label = place === undefined ? naming.choice(value) : labelOfThing(play, naming, place, value);
    return [{ value, label }];
  }
  const line = play.ledger.find(({ n }) => n === one);
  if (line === undefined) return [];
  const sentence = `${subjectOfLine(line, naming)} ${sayLine(line, play.model, naming)}`;
  return [{ value: String(one), label: `${sentence} (${timeIn(play.wording.language.tag, line.at)})` }];
}
