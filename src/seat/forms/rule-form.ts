import { isOtherClause, readRuleText } from '../draft-edit.ts';
import { rulesAt, withPosition } from '../read-table.ts';
import {
  PLAIN_TERMS,
  sectionForNew,
  sectionsToChoose,
  type RuleEntry,
  type Terms,
} from '../../kernel/manifest.ts';
import { knowDynasties, knowHead } from '../../kernel/roles.ts';
import type { Say, Wording } from '../../language/wording.ts';
import { titleOfSection } from '../../wording/naming.ts';
import { fieldFor, formOf, seatedOnly } from './form.ts';
import type { FilledField, FilledForm, FormLink, Said, Visit } from './form.ts';
import { FormProblem } from './given.ts';
import { proposalButtons, proposalFields, type Words } from './proposal.ts';

export interface Written extends Words {
  readonly do: 'edit' | 'add' | 'repeal';
  readonly path: string;
  /** The commit that the writer had in view. */
  readonly base: string;
  readonly body: string;
  readonly clause: string;
  readonly name: string;
  readonly section: string;
  /** The parent of a new sub-rule; empty for a top-level rule. */
  readonly under: string;
  /** The id of a new rule that is in the draft already. */
  readonly entry: string;
  /** The proposal whose text is written again; empty for a new proposal. */
  readonly of: string;
}

interface Shown {
  readonly said?: readonly Said[];
  /** A hash of what the trial of a clause reported, if the page shows it. */
  readonly mark?: string;
  readonly more?: readonly FilledField[];
}

/** The form as far as it is filled in; beside an edit there is a form to repeal the rule. */
export async function ruleForm(
  visit: Visit,
  written: Written,
  { said = [], mark = '', more = [] }: Shown,
): Promise<FilledForm> {
  const { wording } = visit;
  const { say } = wording;
  const { list, terms, isHeaded, hasDynasties } = await withPosition(visit.game, (position) => ({
    list: rulesAt(position),
    terms: position.open.play.terms,
    isHeaded: knowHead(position.open.play.model),
    hasDynasties: knowDynasties(position.open.play.model),
  }));
  const asked = await proposalButtons(visit, written.of);
  const { preview, keep, propose } = asked;
  const isAnew = written.of !== '';
  const count = {
    name: 'do',
    value: 'count',
    label: say`Make it count`,
    about: say`With “Make it count” you choose what the computer should count, or what you count by hand.`,
    to: 'count',
  };
  const buttons = [preview, count, ...seatedOnly(visit, ...(isAnew ? [] : [keep]), propose)];
  const common = { kind: 'rule', said, buttons, live: true };
  const about = [...(await proposalFields(visit, written)), ...more];
  const anew: Record<string, string> = isAnew ? { of: written.of, path: written.path } : {};
  if (written.do === 'add')
    return formOf({
      ...common,
      title: isAnew ? say`Change the rule that you propose` : say`A new rule`,
      hidden: { change: 'add', entry: written.entry, mark, ...anew },
      fields: [...newRuleFields(written, list, hasDynasties, wording), clauseField(written, say), ...about],
    });
  const rule = list.find(({ path }) => path === written.path);
  if (rule === undefined) throw new FormProblem(404, ({ say }) => say`There is no such rule in this game.`);
  const now = await readRuleText(visit.game, written.path);
  const kind = about.filter(({ name }) => name === 'kind');
  const repeal = repealForm(visit, written, rule, { kind, ...asked });
  if (written.do === 'repeal') return { ...repeal, said, folded: null, hidden: { ...repeal.hidden, mark } };
  return formOf({
    ...common,
    title: say`Change ${rule.number} ${rule.title}`,
    links: [asItStands(rule, wording)],
    hidden: { change: 'edit', path: written.path, base: written.base, mark, ...anew },
    fields: [
      bodyField(written, hint(say, terms, isHeaded), say),
      clauseField(written, say, isOtherClause(now?.clause ?? '', written.clause)),
      ...about,
    ],
    also: isAnew ? [] : [repeal],
  });
}

function asItStands({ path }: RuleEntry, { say }: Wording): FormLink {
  return { text: say`The rule as it stands`, to: `rules/${path}/` };
}

function repealForm(
  visit: Visit,
  { path, base }: Written,
  rule: RuleEntry,
  {
    kind: fields,
    preview,
    keep,
    propose,
  }: Awaited<ReturnType<typeof proposalButtons>> & { readonly kind: readonly FilledField[] },
): FilledForm {
  const { wording } = visit;
  const { say } = wording;
  return formOf({
    kind: 'rule',
    title: say`Repeal ${rule.number} ${rule.title}`,
    lede: say`The rule is removed, with its sub-rules.`,
    links: [asItStands(rule, wording)],
    folded: say`Repeal it instead`,
    hidden: { change: 'repeal', path, base, title: say`Repeal ${rule.title}` },
    fields,
    buttons: [
      { ...preview, label: say`See what would go` },
      ...seatedOnly(
        visit,
        { ...keep, label: say`Save the repeal for later, with other changes` },
        { ...propose, label: say`Propose the repeal` },
      ),
    ],
  });
}

/** Rules are written in plain words, whatever the game calls its people. */
function hint(say: Say, { player, emperor }: Terms, isHeaded: boolean): string {
  const own = player === PLAIN_TERMS.player ? 'Player' : say`Player (for ${player})`;
  const head =
    emperor === undefined || emperor === PLAIN_TERMS.emperor ? 'Emperor' : say`Emperor (for ${emperor})`;
  const links = say`Words in square brackets before a link such as (#value:least) are a number or a time that the game uses.`;
  return isHeaded
    ? say`In Markdown, with the plain words ${own} and ${head}. ${links}`
    : say`In Markdown, with the plain word ${own}. ${links}`;
}

function bodyField({ body }: Written, about: string, say: Say): FilledField {
  return fieldFor({ name: 'body', label: say`Its text`, input: 'rule', about, value: body });
}

function clauseField({ clause }: Written, say: Say, open = clause !== ''): FilledField {
  return fieldFor({
    name: 'clause',
    label: say`Code (optional): what the computer does for this rule`,
    input: 'clause',
    about: say`In TypeScript; docs/writing-a-clause.md says how. Leave this empty and you keep score yourselves. It is tested when you press a button, before anything is proposed.`,
    value: clause,
    optional: !open,
  });
}

function newRuleFields(
  { name, section, under, body }: Written,
  list: ReturnType<typeof rulesAt>,
  hasDynasties: boolean,
  wording: Wording,
): readonly FilledField[] {
  const { say } = wording;
  const titleOf = (id: string): string => titleOfSection(id, list, wording);
  const usual = sectionForNew(list, hasDynasties);
  const choice = sectionsToChoose(list, hasDynasties);
  const sections = choice.map((one) => ({ value: one, label: titleOf(one) }));
  const where = fieldFor({
    name: 'section',
    label: say`Where`,
    input: 'one-of',
    options: sections,
    value: section || usual,
    required: true,
    ...((section || usual) === usual ? { folded: say`Where: ${titleOf(usual)}` } : {}),
  });
  const rules = list.map(({ path, number, title }) => ({ value: path, label: `${number} ${title}` }));
  return [
    fieldFor({
      name: 'name',
      label: say`Title of the rule`,
      input: 'text',
      value: name,
      required: true,
      most: 200,
    }),
    fieldFor({ name: 'body', label: say`Its text`, input: 'rule', value: body, required: true }),
    // If all rules are in one section, the ruleset isn't divided, and a new rule goes there too.
    ...(choice.length === 1 ? [] : [where]),
    fieldFor({
      name: 'under',
      label: say`Sub-rule of`,
      input: 'one-of',
      options: rules,
      value: under,
      optional: true,
      ...(under === '' ? { folded: say`A rule of its own` } : {}),
    }),
  ];
}
