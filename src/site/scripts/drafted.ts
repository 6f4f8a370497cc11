export interface DeskSource {
  readonly path: string;
  readonly title: string;
  readonly body: string;
  readonly clause: string;
}

/** A changed rule: `body` is null if it is repealed, and `title` is set only for a new rule. */
export interface Part {
  readonly title?: string;
  /** The place of a new rule: `section appendix` or `under core/players`; empty for the default place. */
  readonly place?: string;
  readonly body: string | null;
  readonly clause: string;
  /** The rule’s words and clause when writing began; drafts of earlier pages don’t say. */
  readonly from?: { readonly body: string; readonly clause: string };
}

/** The draft kept in the browser: rules by path, new ones as `new/1`, and contents of fields by path. */
export interface DeskDraft {
  readonly title: string;
  readonly reason: string;
  readonly parts: Readonly<Record<string, Part>>;
  readonly values: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

export const EMPTY_DRAFT: DeskDraft = { title: '', reason: '', parts: {}, values: {} };

export interface Setting {
  readonly path: string;
  readonly now: string;
  readonly value: unknown;
}

export function sourceOf(sources: readonly DeskSource[], key: string): DeskSource {
  return sources.find(({ path }) => path === key) ?? { path: key, title: '', body: '', clause: '' };
}

export function isSame({ body, clause }: Part, source: DeskSource): boolean {
  return body?.trimEnd() === source.body.trimEnd() && clause.trimEnd() === source.clause.trimEnd();
}

/** The parts of a draft whose rules have changed, or gone, since they were written. */
export function staleParts(
  { parts }: Pick<DeskDraft, 'parts'>,
  sources: readonly DeskSource[],
): readonly { readonly key: string; readonly isGone: boolean }[] {
  return Object.entries(parts).flatMap(([key, { title, from }]) => {
    const source = sources.find(({ path }) => path === key);
    if (title !== undefined || (source !== undefined && from === undefined)) return [];
    const isSameStill = source !== undefined && source.body === from?.body && source.clause === from.clause;
    return isSameStill ? [] : [{ key, isGone: source === undefined }];
  });
}

/** The changes in the language of the forge’s form, quoted as JSON, which is valid YAML. */
export function draftedChanges(
  { parts }: Pick<DeskDraft, 'parts'>,
  sources: readonly DeskSource[],
  settings: readonly Setting[] = [],
): readonly string[] {
  const rules = Object.entries(parts).flatMap(([key, part]) => changesOf(sourceOf(sources, key), part));
  return [...rules, ...settings.map(({ path, value }) => `- set: ${JSON.stringify({ [path]: value })}`)];
}

function changesOf(source: DeskSource, { title, place = '', body, clause }: Part): readonly string[] {
  const { path } = source;
  if (body === null) return [`- repeal-rule: ${JSON.stringify(path)}`];
  if (title !== undefined) {
    if (title.trim() === '' || body.trim() === '') return [];
    const own = clause.trim() === '' ? {} : { clause };
    const { section, parent: under } = placeIn(place);
    const where = { ...(section !== undefined && { section }), ...(under !== undefined && { under }) };
    return [`- add-rule: ${JSON.stringify({ ...where, title: title.trim(), text: body, ...own })}`];
  }
  const edit = smallestEdit(source.body, body);
  const written = clause.trim() === '' ? null : `${clause.trimEnd()}\n`;
  const file = { path: `content/ruleset/${path}.ts`, content: written };
  return [
    ...(edit === null ? [] : [`- edit-rule: ${JSON.stringify({ rule: path, ...edit })}`]),
    ...(clause.trimEnd() === source.clause.trimEnd() ? [] : [`- file: ${JSON.stringify(file)}`]),
  ];
}

/** `under core/players` → `{ parent: 'core/players' }` */
export function placeIn(place: string): { readonly section?: string; readonly parent?: string } {
  const [, kind, at = ''] = /^(section|under) (.+)$/u.exec(place) ?? [];
  if (kind === undefined) return {};
  return kind === 'section' ? { section: at } : { parent: at };
}

export interface Edit {
  readonly replace: string;
  readonly with: string;
}

/**
 * The smallest range of whole lines, unique in the text, whose replacement turns one text into another: `a\nb\nc` and
 * `a\nx\nc` → replace `b` with `x`. Null if the texts are equal.
 */
export function smallestEdit(before: string, after: string): Edit | null {
  const [old, wanted] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')];
  let from = 0;
  while (from < old.length && from < wanted.length && old[from] === wanted[from]) from += 1;
  let rest = 0;
  while (
    rest < old.length - from &&
    rest < wanted.length - from &&
    old.at(-1 - rest) === wanted.at(-1 - rest)
  )
    rest += 1;
  if (from === old.length && from === wanted.length) return null;
  const cut = (lines: readonly string[]): string => lines.slice(from, lines.length - rest).join('\n');
  // An addition has no text to find it by, a deletion would leave an empty line, and a repeated text would be found in
  // the wrong place.
  const isFit = (): boolean =>
    cut(old).trim() !== '' &&
    wanted.length > from + rest &&
    before.indexOf(cut(old)) === before.lastIndexOf(cut(old));
  while (!isFit() && from + rest > 0) {
    if (from > 0) from -= 1;
    else rest -= 1;
  }
  return isFit()
    ? { replace: cut(old), with: cut(wanted) }
    : { replace: before.trimEnd(), with: after.trimEnd() };
}
