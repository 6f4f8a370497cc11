import { inWords } from '../../wording/naming.ts';
import { hostOf, type ForgeForms } from '../../host/host.ts';
import { hosts } from '../../host/registry.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { toKebab } from '../../kernel/names.ts';
import { splitFrontMatter } from '../../ruleset/front-matter.ts';
import type { ActionData, SiteData, FormsData, SubmissionForm } from '../data/site-data.ts';
import type { GameShown } from './game-shown.ts';
import { choicesOf, formFieldOf, formFieldsOf, textsOf } from '../../wording/form-field.ts';
import { choicesFrom } from '../../seat/choices-from.ts';
import { settableAt } from '../../seat/read-table.ts';
import { holdersAt } from '../../session/take/take-shares.ts';

/** The forms and their addresses. In a past dynasty nothing can be done any longer. */
export async function collectForms(
  game: GameShown,
  now: string,
  over: boolean,
): Promise<Pick<SiteData, 'actions' | 'sources' | 'waysIn' | 'forge' | 'forms'>> {
  const { model, read, manifest, files } = game;
  const none = { actions: actionsOf(model), sources: [], waysIn: [], forge: null, forms: null };
  if (over) return none;
  const { forge } = read.game;
  const forms = forge === undefined ? null : await hostOf(hosts, forge)?.forms?.(read.game, model);
  if (forms === null || forms === undefined) return none;
  const sources = manifest.rules.map(({ path, number, title }) => {
    const { body } = splitFrontMatter(files.get(`${path}.md`) ?? '');
    return { path, title: `${number} ${title}`, body };
  });
  return { ...none, sources, forge: forms, forms: publishedForms(game, now, forms) };
}

function actionsOf(model: ModelDescription): readonly ActionData[] {
  return Object.entries(model.actions).map(([id, action]) => ({
    id,
    title: action.title ?? inWords(id),
    about: action.about,
    rule: action.rule,
    by: action.by,
    frequency: action.frequency,
    params: Object.keys(action.with),
    chooses: Object.fromEntries(
      Object.entries(action.with).flatMap(([name, type]) =>
        type.kind === 'thing' ? [[toKebab(type.collection), toKebab(name)]] : [],
      ),
    ),
  }));
}

/** The forms of published pages, with fields derived from the rules’ types, as at home. */
function publishedForms(game: GameShown, now: string, forms: ForgeForms): FormsData {
  const { model, state, open } = game;
  const from = sourcesIn(game, now);
  const fields = Object.entries(model.actions).flatMap(([id, action]) =>
    forms.actions[id] === undefined ? [] : [[id, formFieldsOf(action.with, state, from)] as const],
  );
  const posts = Object.entries(model.kinds).flatMap(([kind, { title }]) =>
    forms.posts[kind] === undefined ? [] : [{ kind, title: title ?? inWords(kind) }],
  );
  return {
    actions: Object.fromEntries(fields),
    posts,
    ...valuesOf(open, choicesOf(state, from)),
  };
}

/** What everybody may choose from, as at home. */
function sourcesIn({ open }: GameShown, now: string): ReturnType<typeof choicesFrom> | undefined {
  return open === null ? undefined : choicesFrom(open.play, now);
}

/** Many values share few types, so each type's fields are stored once. */
function valuesOf(
  open: GameShown['open'],
  choices: ReturnType<typeof choicesOf>,
): Pick<FormsData, 'values' | 'types'> {
  const types = new Map<string, { readonly at: number; readonly field: FormsData['types'][number] }>();
  const values = (open === null ? [] : settableAt({ open })).map(({ path, name, now, value, type }) => {
    const key = JSON.stringify(type);
    const known = types.get(key) ?? { at: types.size, field: formFieldOf('value', type, choices) };
    types.set(key, known);
    return {
      path,
      name,
      now,
      type: known.at,
      texts: Object.fromEntries(textsOf(known.field, value, 'value')),
    };
  });
  return { values, types: [...types.values()].map(({ field }) => field) };
}

/** Forms for the submissions that can be sealed under the rules in force. If several people open one, the rules must say who. */
export function submissionForms(game: GameShown, now: string): readonly SubmissionForm[] {
  const { model, state } = game;
  const from = sourcesIn(game, now);
  return Object.entries(model.submissions).flatMap(([id, { title, rule, open, with: sealed, shared }]) => {
    const holders = shared ? keyedHolders(id, game, now) : null;
    if (shared && holders === null) return [];
    return [
      {
        id,
        title: title ?? inWords(id),
        rule,
        holders,
        fields: [
          ...formFieldsOf(open, state, from).map((field) => ({ ...field, open: true })),
          ...formFieldsOf(sealed, state, from).map((field) => ({ ...field, open: false })),
        ],
      },
    ];
  });
}

/** Returns null if too few people can open it, so that nothing can be sealed to them. */
function keyedHolders(kind: string, { open, read }: GameShown, now: string): SubmissionForm['holders'] {
  const holders = open === null ? null : holdersAt(open.play, now, kind);
  if (holders === null || 'problem' in holders) return null;
  const people = holders.people.map((id) => ({ id, recipient: read.facts.readers[id] ?? null }));
  return { needed: holders.needed, people };
}
