import { inWords } from '../../decide/naming.ts';
import { hostOf } from '../../host/host.ts';
import { hosts } from '../../host/registry.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { toKebab } from '../../kernel/names.ts';
import { splitFrontMatter } from '../../ruleset/front-matter.ts';
import type { ActionData, SiteData } from '../data/site-data.ts';
import type { GameShown } from './game-shown.ts';
import { publishedForms } from './published-forms.ts';

/** The doors and their addresses; in a past dynasty nothing can be done any more. */
export async function collectForms(
  game: GameShown,
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
  return { ...none, sources, forge: forms, forms: publishedForms(game, forms) };
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
