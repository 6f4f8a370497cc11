import { labelOf } from '../../decide/naming.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { RuleEntry } from '../../kernel/manifest.ts';
import type { State } from '../../kernel/state.ts';
import type { MapCell, MapMark } from '../data/map-data.ts';
import type { DisplayMark, DisplayPage } from '../data/display-data.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Around extends Pick<State, 'game' | 'players' | 'things'> {
  readonly rules: readonly Pick<RuleEntry, 'path' | 'values'>[];
}

const COLOUR = /^#[0-9a-fA-F]{6}$/;

/** The meanings of a map's colours, by the rules that give them: a row of a table, or the title of a rule with such a value. */
export function legendOf(
  rules: readonly Pick<RuleEntry, 'title' | 'values' | 'tables'>[],
): readonly (readonly [colour: string, meaning: string])[] {
  const keyed = (text: string): string => text.slice(1).toLowerCase();
  return rules.flatMap(({ title, values, tables }) => [
    ...Object.values(tables).flatMap(({ rows }) =>
      rows.flatMap((row): [string, string][] => {
        const [colour, name] = [
          row.find(({ text }) => COLOUR.test(text)),
          row.find(({ text }) => !COLOUR.test(text)),
        ];
        return colour === undefined || name === undefined ? [] : [[keyed(colour.text), name.text]];
      }),
    ),
    ...Object.values(values).flatMap(({ text }): [string, string][] =>
      COLOUR.test(text) ? [[keyed(text), title]] : [],
    ),
  ]);
}

/** The views of places that a map shows. */
export function viewsOf(page: DisplayPage, { views }: Pick<ModelDescription, 'views'>): readonly string[] {
  const shown = [page.background, page.label, page.closed?.field, ...page.marks.map(({ field }) => field)];
  return shown.filter(
    (id): id is string => typeof id === 'string' && views[id]?.of === page.of && !views[id].private,
  );
}

/** One place of a map as shown. */
export function cellOf(id: string, page: DisplayPage, known: Values, around: Around): MapCell {
  const colour = page.background === null ? null : known[page.background];
  const label = page.label === null ? (known['name'] ?? '') : known[page.label];
  return [
    typeof colour === 'string' && COLOUR.test(colour) ? colour.slice(1).toLowerCase() : '',
    typeof label === 'string' && label !== id ? label : '',
    page.marks.flatMap((mark) => markOf(id, mark, known, around)),
    closedSides(page, known),
  ];
}

function markOf(id: string, mark: DisplayMark, known: Values, around: Around): readonly MapMark[] {
  const { sign, title } = mark;
  if (mark.rule !== null) {
    const value = around.rules.find(({ path }) => path === mark.rule)?.values[mark.value ?? ''];
    return value?.text === id ? [[sign, title, '']] : [];
  }
  if (mark.of === 'game') return around.game[mark.at ?? ''] === id ? [[sign, title, '']] : [];
  if (mark.of !== null) {
    const there = mark.of === 'players' ? around.players : (around.things[mark.of] ?? {});
    const names = Object.entries(there)
      .filter(([, values]) => values[mark.at ?? ''] === id)
      .map(([one, values]) => labelOf(one, values));
    return names.length === 0 ? [] : [[sign, title, names.join(', ')]];
  }
  const value = known[mark.field ?? ''];
  if (value === true) return [[sign, title, '']];
  const texts = (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => {
    if ((typeof one !== 'string' && typeof one !== 'number') || one === '' || one === 'none') return [];
    return [labelOf(String(one), around.players[one])];
  });
  return texts.length === 0 ? [] : [[sign, title, texts.join(', ')]];
}

const SIDES = { north: 'n', east: 'e', south: 's', west: 'w' } as const;

/** Sides that block movement: `nw`. */
function closedSides({ closed }: DisplayPage, known: Values): string {
  if (closed === null) return '';
  const value = known[closed.field];
  const held = Array.isArray(value) ? value : [];
  return Object.entries(SIDES)
    .filter(([side]) => held.includes(closed[side as keyof typeof SIDES]))
    .map(([, letter]) => letter)
    .join('');
}
