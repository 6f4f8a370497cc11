import { entrenchedIn, entrenchedSaid } from '../kernel/matter-changes.ts';
import { SECTIONS, type RulesetChange, type Section, type Terms } from '../kernel/manifest.ts';
import { readableSlug } from './readable-slug.ts';
import { replacePiece } from './amend-edit.ts';
import { foldedName, whyBadName } from './file-names.ts';
import { joinFile, splitFrontMatter } from './front-matter.ts';
import { writeFrontMatter } from './front-matter-write.ts';
import { parseBody } from './markdown.ts';
import type { Problem } from './problem.ts';
import { sectionOf, sectionsOfFiles, type RuleFiles } from './read.ts';
import { readRuleFile } from './rule-file.ts';
import { takeTerms, putTerms } from './terms.ts';
import { LAST_ORDER } from './tree.ts';
import { splitMarks } from './marks.ts';
import type { NamedList } from './parse-markdown.ts';
import { NO_ITEMS } from './named-list.ts';

interface Amended {
  /** The resulting files, or the same map if there was a problem. */
  readonly files: RuleFiles;
  readonly problem?: Problem;
  /** The path of an added rule, `dynastic/night`. */
  readonly path?: string;
}

type Change<Type extends RulesetChange['type']> = Extract<RulesetChange, { type: Type }>;

type Maker<Type extends RulesetChange['type']> = (
  files: RuleFiles,
  change: Change<Type>,
  terms: Terms,
) => Amended;

/** If a ruleset has sections of its own, a new rule can't add others. */
function mayHold(files: RuleFiles, section: Section): boolean {
  const sections = sectionsOfFiles(files);
  return sections.includes(section) || sections.every((one) => SECTIONS.includes(one));
}

/** The function that makes each kind of change. */
const MAKERS: { readonly [Type in RulesetChange['type']]: Maker<Type> } = {
  'add-rule': addRule,
  'edit-rule': editRule,
  'write-file': writeFile,
  'repeal-rule': repealRule,
  'set-status': setStatus,
  'set-entrenched': setEntrenched,
  'set-facts': setFacts,
  'set-terms': (files, _, terms) => ({ files: dropTerms(files, terms) }),
  'write-list': writeList,
};

/** Makes one change to a tree of rule files. Everything that the change doesn't name stays the same to the byte. */
export function applyChange(files: RuleFiles, change: RulesetChange, terms: Terms): Amended {
  const make = MAKERS[change.type] as Maker<RulesetChange['type']>;
  return make(files, change, terms);
}

function addRule(files: RuleFiles, change: Change<'add-rule'>, terms: Terms): Amended {
  const folder = change.parent === undefined ? change.section : rulePath(change.parent);
  if (change.parent !== undefined && !files.has(`${folder}.md`)) return noRule(files, folder);
  if (sectionOf(`${folder}/x`, files) !== change.section || !mayHold(files, change.section))
    return fail(files, folder, 'no-section', sectionProblem(folder, files));
  const { title, status, rare } = splitMarks(takeTerms(change.title.trim(), terms));
  if (title === '' || title.length > 200 || /[\r\n]/.test(title)) {
    return fail(files, folder, 'bad-title', {
      message: `"${change.title.slice(0, 80)}" can’t be a title.`,
      expected: 'a few words on one line',
      example: 'Idle Players',
    });
  }
  const path = freePath(files, folder, title);
  const marks = change.section === 'special-case' ? { ...(status && { status }), ...(rare && { rare }) } : {};
  const head = writeFrontMatter('', { title, order: nextOrder(files, folder), ...marks, ...change.facts });
  const text = takeTerms(change.text, terms, parseBody('', change.text, 1).verbatim);
  const after = new Map(files).set(`${path}.md`, head + endLine(text.trim()));
  if (change.clause !== undefined) after.set(`${path}.ts`, endLine(change.clause));
  return { files: after, path };
}

/** Finds an unused path. `helpers` is reserved for code that clauses share. */
function freePath(files: RuleFiles, folder: string, title: string): string {
  const base = readableSlug(title).slice(0, 60).replace(/-+$/, '') || 'rule';
  const all = [...files.keys()].map((path) => foldedName(path));
  const taken = (path: string): boolean =>
    path === `${folder}/helpers` ||
    whyBadName(path.slice(folder.length + 1)) !== null ||
    all.some((key) => key.startsWith(`${foldedName(path)}.`) || key.startsWith(`${foldedName(path)}/`));
  let path = `${folder}/${base}`;
  for (let count = 2; taken(path); count++) path = `${folder}/${base}-${count}`;
  return path;
}

function nextOrder(files: RuleFiles, folder: string): number {
  let last = 0;
  for (const [path, text] of files) {
    if (!path.endsWith('.md') || path.slice(0, path.lastIndexOf('/')) !== folder) continue;
    last = Math.max(last, readRuleFile(path, text).matter.order ?? LAST_ORDER);
  }
  return Math.floor(last / 10) * 10 + 10;
}

function editRule(files: RuleFiles, change: Change<'edit-rule'>, terms: Terms): Amended {
  const file = `${rulePath(change.path)}.md`;
  const text = files.get(file);
  if (text === undefined) return noRule(files, rulePath(change.path));
  const split = splitFrontMatter(text);
  const edit = replacePiece(split.body, change.replace, change.with, terms);
  if (edit.ok) return { files: new Map(files).set(file, joinFile({ ...split, body: edit.body })) };
  const piece = change.replace.length > 120 ? `${change.replace.slice(0, 117)}…` : change.replace;
  return fail(files, file, edit.count === 0 ? 'piece-missing' : 'piece-twice', {
    message:
      edit.count === 0 ? `The rule doesn’t say "${piece}".` : `The rule says "${piece}" ${edit.count} times.`,
    expected: 'words that are in the rule exactly once',
    example: 'a whole sentence of it',
  });
}

function writeFile(files: RuleFiles, { path, content }: Change<'write-file'>): Amended {
  if (
    sectionOf(path, files) === null ||
    path.split('/').some((part) => part === '' || part.startsWith('.')) ||
    path.includes('\\')
  ) {
    return fail(files, path, 'bad-path', sectionProblem(path, files));
  }
  const why = content === null ? null : whyUnwritable(files, path);
  if (why !== null) return fail(files, path, 'bad-path', { ...sectionProblem(path, files), message: why });
  if (content !== null && path.endsWith('.md')) {
    const { entrenched = false } = readRuleFile(path, content).matter;
    if (entrenchedSaid(entrenched) !== entrenchedIn(content))
      return fail(files, path, 'entrenched-unclear', {
        message: 'The rules couldn’t read by themselves whether it is entrenched.',
        expected: 'that key and its value on a line of their own, in plain letters',
        example: 'entrenched: true',
      });
  }
  const after = new Map(files);
  if (content !== null) after.set(path, content);
  else if (!after.delete(path)) return noRule(files, path);
  return { files: after };
}

/** The reason why a file can't have this path on every system, because of its name or of another file. Null if it can. */
function whyUnwritable(files: RuleFiles, path: string): string | null {
  if (path.length > LONGEST_PATH) return `"${path.slice(0, 80)}…" is longer than ${LONGEST_PATH} characters.`;
  for (const name of path.split('/')) {
    const why = whyBadName(name);
    if (why !== null) return `"${name.slice(0, 80)}" ${why}.`;
  }
  // A section is a folder even without rules, and may have a text beside it.
  if (!path.includes('/') && !/\.(?:md|ts)$/u.test(path)) return `"${path}" is a section’s folder.`;
  if (files.has(path)) return null;
  const places = placesOf(path);
  for (const other of files.keys()) {
    if (other.startsWith(`${path}/`)) return `"${path}" is a folder, which holds "${other}".`;
    if (path.startsWith(`${other}/`)) return `"${other}" is a file, so nothing can be inside it.`;
    for (const [at, place] of placesOf(other).entries())
      if (places[at] !== place && foldedName(places[at] ?? '') === foldedName(place))
        return `"${path}" and "${other}" differ only in capitals or accents, so some computers treat them as one file.`;
  }
  return null;
}

const LONGEST_PATH = 400;

/** `core/a/b.md` → `core`, `core/a`, `core/a/b.md` */
function placesOf(path: string): readonly string[] {
  return path.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'));
}

function repealRule(files: RuleFiles, change: Change<'repeal-rule'>): Amended {
  const path = rulePath(change.path);
  if (!files.has(`${path}.md`)) return noRule(files, path);
  const gone = (key: string): boolean =>
    key === `${path}.md` ||
    key === `${path}.ts` ||
    key.startsWith(`${path}/`) ||
    (key.startsWith(`${path}.`) && key.endsWith('.scenario.yml'));
  const after = new Map([...files].filter(([key]) => !gone(key)));
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  // The last rule of a folder takes along the scenarios for several of its rules.
  if (![...after.keys()].some((key) => key.startsWith(folder) && key.endsWith('.md')))
    for (const key of after.keys())
      if (key.startsWith(folder) && key.endsWith('.scenario.yml')) after.delete(key);
  return { files: after };
}

function setStatus(files: RuleFiles, change: Change<'set-status'>): Amended {
  const path = rulePath(change.path);
  const text = files.get(`${path}.md`);
  if (text === undefined) return noRule(files, path);
  if (sectionOf(path, files) !== 'special-case') {
    return fail(files, `${path}.md`, 'mark-outside-special-case', {
      message: 'Only special-case rules are active or inactive.',
      expected: 'a special-case rule',
      example: 'special-case/dormancy',
    });
  }
  const written = writeFrontMatter(text, { status: change.status ?? undefined });
  return { files: new Map(files).set(`${path}.md`, written) };
}

function setEntrenched(files: RuleFiles, { path, entrenched }: Change<'set-entrenched'>): Amended {
  const file = `${rulePath(path)}.md`;
  const text = files.get(file);
  if (text === undefined) return noRule(files, rulePath(path));
  const written = writeFrontMatter(text, { entrenched: entrenched ? true : undefined });
  return { files: new Map(files).set(file, written) };
}

/** The rule may have been repealed by the same matter. */
function setFacts(files: RuleFiles, { path, facts }: Change<'set-facts'>): Amended {
  const file = `${rulePath(path)}.md`;
  const text = files.get(file);
  return text === undefined
    ? { files }
    : { files: new Map(files).set(file, writeFrontMatter(text, { ...facts })) };
}

/** Files contain plain words. A term that somebody wrote is replaced by the plain word, so that later terms apply to it. */
function dropTerms(files: RuleFiles, terms: Terms): RuleFiles {
  const after = new Map(files);
  for (const [path, text] of files) {
    if (!path.endsWith('.md')) continue;
    const { matter, parse } = readRuleFile(path, text);
    const split = splitFrontMatter(text);
    const written = joinFile({ ...split, body: takeTerms(split.body, terms, parse.verbatim) });
    const over = matter.over?.map((title) => takeTerms(title, terms));
    const keys = { title: takeTerms(matter.title, terms), ...(over && { over }) };
    after.set(path, split.open === '' ? written : writeFrontMatter(written, keys));
  }
  return after;
}

function writeList(files: RuleFiles, change: Change<'write-list'>, terms: Terms): Amended {
  const path = rulePath(change.path);
  const file = `${path}.md`;
  const text = files.get(file);
  if (text === undefined) return noRule(files, path);
  const split = splitFrontMatter(text);
  const list = readRuleFile(file, text).parse.lists[change.list];
  if (list)
    return {
      files: new Map(files).set(
        file,
        joinFile({ ...split, body: rewriteList(split.body, list, change.items, terms) }),
      ),
    };
  return fail(files, file, 'list-missing', {
    message: `The rule has no list named "${change.list}".`,
    expected: 'a list below a link that names it',
    example: `The [lords](#list:${change.list}) are: / - Ana`,
  });
}

/** `core/votes.md` and `core/votes` mean the same rule. */
function rulePath(path: string): string {
  return path.replace(/\.(?:md|ts)$/, '').replace(/\/+$/, '');
}

type Fault = Pick<Problem, 'message' | 'expected' | 'example'>;

function fail(files: RuleFiles, file: string, code: string, fault: Fault): Amended {
  return { files, problem: { code, file, ...fault } };
}

function noRule(files: RuleFiles, path: string): Amended {
  const example = [...files.keys()].find((key) => key.endsWith('.md')) ?? 'core/night';
  return fail(files, path, 'no-such-rule', {
    message: `There is no rule "${path}".`,
    expected: 'the path of an existing rule',
    example: rulePath(example),
  });
}

function sectionProblem(path: string, files: RuleFiles): Fault {
  const sections = sectionsOfFiles(files);
  return {
    message: `The ruleset has no place called "${path}".`,
    expected: `a path below ${sections.join('/, ')}/ without dots`,
    example: `${sections.at(1) ?? sections[0] ?? 'core'}/night.md`,
  };
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Rewrites the items of a named list. Items that stay keep their source with its markup. */
function rewriteList(body: string, list: NamedList, items: readonly string[], terms: Terms): string {
  const eol = body.includes('\r\n') ? '\r\n' : '\n';
  const sources = list.itemRanges.map(({ start, end }) => body.slice(start, end));
  const first = sources[0] ?? '- ';
  const ordered = /^\d+([.)])/.exec(first);
  const bullet = /^[-*+]/.exec(first)?.[0] ?? '-';
  const start = list.itemRanges[0]?.start ?? list.range.start;
  const indent = body.slice(body.lastIndexOf('\n', start - 1) + 1, start).replace(/\S/g, ' ');
  const known = new Map(
    list.items.map((item, at) => [putTerms(item.text, terms, item.verbatim), sources[at] ?? '']),
  );
  const written = (items.length === 0 ? [NO_ITEMS] : items).map((item, at) => {
    const marker = ordered ? `${at + 1}${ordered[1] ?? '.'}` : bullet;
    const source = items.length === 0 ? undefined : known.get(item);
    const text = source?.replace(/^(?:\d+[.)]|[-*+])[ \t]+/, '') ?? writeItem(item, terms);
    return `${marker} ${text}`;
  });
  return body.slice(0, start) + written.join(eol + indent) + body.slice(list.range.end);
}

/** Converts plain words to Markdown and escapes anything that would be markup, so that a name reads back unchanged. */
function writeItem(item: string, terms: Terms): string {
  if (item === NO_ITEMS) return item;
  const text = takeTerms(item.replace(/\s+/g, ' ').trim(), terms);
  return text
    .replace(/[\\`*_[\]<>~|]/g, String.raw`\$&`)
    .replace(/^([-+#])/, String.raw`\$1`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`);
}
