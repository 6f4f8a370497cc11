import { stringify } from 'yaml';

/** Reads an issue form's answers in GitHub's layout. */
const ACT_LABEL = 'act/';
/** The label that a form puts on its issues. It says whether the first field names an action or a kind of post. */
export const FORM_LABELS = { act: 'act/form', ask: 'act/ask', post: 'kind/form' } as const;
/** The names of the fields, by which answers are found. */
export const FIELDS = {
  action: 'Action',
  given: 'With',
  kind: 'Kind',
  text: 'Text',
  question: 'Question',
  about: 'About',
  reason: 'Reason',
  rule: 'Rule',
  words: 'Words as they are',
  newWords: 'Words as they should be',
  becomes: 'What becomes of the rule',
  value: 'Value',
  newValue: 'What it is to be',
  changes: 'Changes',
} as const;

const NOTHING = '_No response_';
/** Names the game, if a repository has several, in issues opened from a page. */
const GAME_MARK = /^<!-- gitnomic:game ([\w./-]{1,50}) -->$/mu;
const MARK = /^<!-- gitnomic:form ([a-z0-9/-]{1,50}) -->$/mu;

/** `<!-- gitnomic:form act/form -->` → `act/form` */
export function labelOfMark(body: string): string | null {
  return MARK.exec(body)?.[1] ?? null;
}

/** `<!-- gitnomic:game games/harbour -->` → `games/harbour` */
export function gameOfMark(body: string): string | null {
  return GAME_MARK.exec(body)?.[1] ?? null;
}

/** Writes a form's answers as GitHub does for an issue opened by it. */
export function writeFormBody(label: string, answers: Readonly<Record<string, string>>, game = ''): string {
  const parts = Object.entries(answers).map(([field, value]) => `### ${field}\n\n${value}`);
  const mark = game === '' ? [] : [`<!-- gitnomic:game ${game} -->`];
  // The mark replaces the form's label, because people without rights can't set labels.
  return [`<!-- gitnomic:form ${label} -->`, ...mark, ...parts].join('\n\n');
}

/** `### Room\n\nD4\n\n### Size\n\n_No response_` → `[['Room', 'D4']]` */
export function parseFormBody(body: string): readonly (readonly [label: string, value: string])[] {
  const parts = body.replaceAll(/\r\n?/gu, '\n').split(/^### (.+)$/mu);
  const fields: [string, string][] = [];
  for (let at = 1; at < parts.length; at += 2) {
    const value = (parts[at + 1] ?? '').trim();
    if (value !== NOTHING && value !== '') fields.push([(parts[at] ?? '').trim(), value]);
  }
  return fields;
}

function fieldOf(body: string, label: string): string | null {
  return parseFormBody(body).find(([name]) => name === label)?.[1] ?? null;
}

/** The text of a post opened by a form: the text field, or the reason of a proposal. */
export function textOfForm(body: string): string {
  const own = [FIELDS.text, FIELDS.reason].find((label) => new RegExp(`^### ${label}\\r?$`, 'mu').test(body));
  const labels = new Set<string>(Object.values(FIELDS));
  const named = [...body.matchAll(/^### (.+?)\r?$/gmu)].every(([, label = '']) => labels.has(label));
  return own !== undefined && named ? (fieldOf(body, own) ?? '') : body;
}

/** `### Kind\n\nStory Post (story)` → `story` */
export function kindOfForm(body: string): string | null {
  return /\(([a-z0-9-]+)\)$/u.exec(fieldOf(body, FIELDS.kind) ?? '')?.[1] ?? null;
}

/** True if it is the form for changing rules, whatever was filled in. */
export function asksForChanges(body: string): boolean {
  return [FIELDS.reason, FIELDS.changes].every((label) => new RegExp(`^### ${label}\\r?$`, 'mu').test(body));
}

/**
 * The changes that a form asks for, in the language of changes.yml: those written out, and an edit of a
 * sentence. An incomplete change is passed on, so that its author learns what is missing.
 */
export function changesOfForm(body: string): string {
  const written = (fieldOf(body, FIELDS.changes) ?? '').replaceAll(/^```.*$/gmu, '').trim();
  const asked = [...ruleOfForm(body), ...valueOfForm(body)];
  const own = asked.length === 0 ? '' : stringify(asked, { lineWidth: 0 });
  return [written, own].filter((part) => part !== '').join('\n') || '[]';
}

/** The possible changes of a rule, and the form's fields for each. */
export const BECOMES = {
  edit: { rule: 'rule', replace: 'words', with: 'newWords' },
  add: { title: 'rule', text: 'newWords' },
  repeal: { rule: 'rule' },
} as const;

function ruleOfForm(body: string): readonly object[] {
  const chosen = /\((edit|add|repeal)\)$/u.exec(fieldOf(body, FIELDS.becomes) ?? '')?.[1] ?? 'edit';
  const how = chosen as keyof typeof BECOMES;
  const given = Object.entries(BECOMES[how]).flatMap(([key, field]) => {
    const value = fieldOf(body, FIELDS[field]);
    return value === null ? [] : [[key, value] as const];
  });
  if (given.length === 0) return [];
  return how === 'repeal'
    ? [{ 'repeal-rule': given[0]?.[1] }]
    : [{ [`${how}-rule`]: Object.fromEntries(given) }];
}

function valueOfForm(body: string): readonly object[] {
  const [path, value] = [fieldOf(body, FIELDS.value), fieldOf(body, FIELDS.newValue)];
  if (path === null && value === null) return [];
  return [
    {
      set: {
        [path ?? '']: value !== null && isNumber(value) ? Number(value) : (value ?? ''),
      },
    },
  ];
}

/** Infinity and NaN are treated as names. */
function isNumber(text: string): boolean {
  return String(Number(text)) === text && Number.isFinite(Number(text));
}

/** Converts `act/light-room`, or a form's field, and its answers to a command like in a comment: `/act light-room room="D4"`. */
export function commandOfForm(action: string, body: string): string {
  if (`${ACT_LABEL}${action}` === FORM_LABELS.ask) return questionIn(body);
  if (`${ACT_LABEL}${action}` === FORM_LABELS.act) {
    const chosen = /\(([a-z0-9-]+)\)$/u.exec(fieldOf(body, FIELDS.action) ?? '')?.[1] ?? '';
    const lines = (fieldOf(body, FIELDS.given) ?? '').split('\n');
    const pairs = lines.flatMap((line) => {
      const [, name, value] = /^\s*([\w -]+?)\s*[:=]\s*(.+?)\s*$/su.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    });
    return command(chosen, pairs);
  }
  return command(
    action,
    parseFormBody(body).filter(([label]) => label !== 'Note'),
  );
}

function command(action: string, given: readonly (readonly [string, string])[]): string {
  const words = given.map(
    ([label, value]) => `${label.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')}=${asWord(value)}`,
  );
  return ['/act', action, ...words].join(' ').trimEnd();
}

/**
 * `### Question
 *
 * What stands in the way (/why)
 *
 * ### About
 *
 * roll` → `/why roll`, or `/act` if nothing was chosen.
 */
function questionIn(body: string): string {
  const asked = /\((\/[a-z-]+)\)$/u.exec(fieldOf(body, FIELDS.question) ?? '')?.[1];
  if (asked === undefined) return '/act';
  const about = /^[a-z0-9-]+$/u.exec(fieldOf(body, FIELDS.about) ?? '')?.[0] ?? '';
  return `${asked} ${about}`.trimEnd();
}

/** Numbers, booleans and lists stay as they are. Everything else is quoted, so that a colon doesn't make it a map. */
function asWord(value: string): string {
  if (/^(-?\d+(\.\d+)?|true|false)$/u.test(value)) return value;
  if (/^(\[[^\n]*\]|\{[^\n]*\}|"(?:[^"\\\n]|\\.)*")$/u.test(value)) return value;
  return JSON.stringify(value);
}

export function actionOfLabel(label: string): string | null {
  const action = label.startsWith(ACT_LABEL) ? label.slice(ACT_LABEL.length) : '';
  return /^[a-z0-9]+(-[a-z0-9]+)*$/u.test(action) ? action : null;
}
