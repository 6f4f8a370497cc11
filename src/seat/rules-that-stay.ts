import type { ActionDescription, ModelDescription } from '../kernel/describe-model.ts';
import { asSentence } from '../kernel/sentence.ts';
import type { Play } from '../session/play/play.ts';
import { findLacking } from '../rehearse/lint/find-lacking.ts';
import { newDoubts } from '../rehearse/try-matter.ts';
import { splitFrontMatter } from '../ruleset/front-matter.ts';
import { rowsInWords } from '../ruleset/rows-in-words.ts';
import { puttingTerms } from '../ruleset/terms.ts';
import { inWords, namingOf } from '../wording/naming.ts';
import { saidValues, trackedFields } from '../wording/tracked-values.ts';

const MOST_NUMBERS = 6;

/** True if an action chooses which dynastic rules go on. */
export function choosesRules({ with: words }: Pick<ActionDescription, 'with'>): boolean {
  return Object.values(words).some((type) => type.kind === 'list' && type.of.from === 'dynastic-rules');
}

/**
 * The dynastic rules in force, with their numbers and what they track:
 * `The Goal stays: “When Points reach 25, that player wins.”`, `Points stays: ana Points 31; bo Points 7.`
 */
export function rulesThatStay(play: Play): readonly string[] {
  const { manifest, files, terms, model, wording } = play;
  const naming = namingOf(play);
  const { players } = play.state();
  const put = puttingTerms(terms);
  const tracked = trackedFields(model.fields['player'], model);
  return manifest.rules.flatMap(({ path, section, title, values }) => {
    if (section !== 'dynastic' || !path.includes('/')) return [];
    const { body } = splitFrontMatter(files.get(`${path}.md`) ?? '');
    const numbers = [
      ...rowsInWords(body, terms).map((row) => `“${put(row).replace(/\.$/u, '')}”`),
      ...Object.entries(values).map(([name, { text }]) => `${inWords(name)} ${text}`),
    ].slice(0, MOST_NUMBERS);
    const own = tracked.filter(([, { rule }]) => rule === path);
    const has = Object.entries(players).flatMap(([id, fields]) => {
      const said = saidValues(own, fields, naming).map(({ title: what, said: value }) => `${what} ${value}`);
      return said.length === 0 ? [] : [`${naming.person(id)} ${said.join(', ')}`];
    });
    const all = [...numbers, ...has].join('; ');
    return [
      all === ''
        ? wording.say`${title} stays in force.`
        : wording.say`${title} stays in force: ${asSentence(all)}`,
    ];
  });
}

/** The rules that would lack something once others are gone: a name in a table or a clause that no rule defines any more. */
export function lackingRules(
  play: Play,
  before: Pick<Play, 'files' | 'manifest'> & { readonly model: ModelDescription },
): readonly string[] {
  const { manifest, files, wording } = play;
  const { say } = wording;
  const inTables = newDoubts(before.files, play).flatMap(({ code, file, message }) => {
    const rule = manifest.rules.find(({ path }) => `${path}.md` === file);
    if (code !== 'row-left-out' || rule === undefined) return [];
    return [say`${rule.title} would lack something: ${message} Keep the rule that has it, too.`];
  });
  const titleOf = (path: string): string =>
    before.manifest.rules.find((rule) => rule.path === path)?.title ?? path;
  const inClauses = manifest.rules.flatMap(({ section, clause, title }) => {
    const text = section === 'dynastic' && clause !== null ? files.get(clause) : undefined;
    const lacking = text === undefined ? [] : [...findLacking(text, before.model, play)];
    return lacking.map(
      (path) => say`${title} would lack something that ${titleOf(path)} has. Keep that rule, too.`,
    );
  });
  return [...inTables, ...inClauses];
}
