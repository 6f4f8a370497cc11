import { Naming } from '../../wording/naming.ts';
import { programChanges, type NamesInDiff, type ProgramChange } from '../../wording/program-changes.ts';
import { PLAIN_TERMS } from '../../kernel/manifest.ts';
import type { MatterChange } from '../../kernel/state.ts';
import { placeIn, sourceOf, type DeskDraft, type DeskSource, type Part, type Setting } from './drafted.ts';

/** The changes of a draft in the browser, as the matter's page and the engine's comment will show them. */
export function programOfDraft(
  { parts }: Pick<DeskDraft, 'parts'>,
  sources: readonly DeskSource[],
  settings: readonly Setting[],
): readonly ProgramChange[] {
  const rules = Object.entries(parts).flatMap(([key, part]) => changesOf(sourceOf(sources, key), part));
  const values = settings.map(({ path, value }): MatterChange => ({ verb: 'set', path, value }));
  const names: NamesInDiff = {
    naming: new Naming({
      model: { fields: {}, collections: {} },
      state: { players: {}, things: {}, posts: {} },
    }),
    terms: PLAIN_TERMS,
    files: new Map(),
    titleOf: (rule) => sources.find(({ path }) => path === rule)?.title ?? rule,
    pathOf: () => null,
    valueAt: (path) => settings.find((one) => one.path === path.join('.'))?.now,
  };
  return programChanges([...rules, ...values], names);
}

function changesOf(
  { path, ...source }: DeskSource,
  { title, place = '', body, clause }: Part,
): readonly MatterChange[] {
  const written = clause.trim() === '' ? null : clause;
  if (title !== undefined && body !== null)
    return [
      {
        verb: 'add-rule',
        title,
        text: body,
        ...placeIn(place),
        ...(written !== null && { clause: written }),
      },
    ];
  const file = (ending: string, before: string, after: string | null): readonly MatterChange[] => {
    const [base, content] = [before.trim() === '' ? null : before, after];
    const isSame = base?.trimEnd() === content?.trimEnd();
    return isSame ? [] : [{ verb: 'file', path: `content/ruleset/${path}.${ending}`, base, content }];
  };
  return [...file('md', source.body, body), ...file('ts', source.clause, body === null ? null : written)];
}
