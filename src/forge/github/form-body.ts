import { stringify } from 'yaml';

/** Reads an issue form's answers as GitHub writes them into the issue. */
const ACT_LABEL = 'act/';
/** The label that a form puts on its issues: it says whether their first field names an action or a kind of post. */
export const FORM_LABELS = { act: 'act/form', ask: 'act/ask', post: 'kind/form' } as const;
/** The names of fields, by which the answers are read again. */
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
/** Which game of several in a repository what a page opens is of. */
const GAME_MARK = /^<!-- gitnomic:game ([\w./-]{1,50}) -->$/mu;
const MARK = /^<!-- gitnomic:form ([a-z0-9/-]{1,50}) -->$/mu;

/** The same as a form's label, for an issue that a page opens: somebody without rights can't label their own. */
function markOfForm(label: string): string {
  return `<!-- gitnomic:form ${label} -->`;
}

/** `<!-- gitnomic:form act/form -->` → `act/form` */
export function labelOfMark(body: string): string | null {
  return MARK.exec(body)?.[1] ?? null;
}

/** `<!-- gitnomic:game games/harbour -->` → `games/harbour` */
export function gameOfMark(body: string): string | null {
  return GAME_MARK.exec(body)?.[1] ?? null;
}

/** The answers to a form, as GitHub writes them into an issue that is opened by it. */
export function writeFormBody(label: string, answers: Readonly<Record<string, string>>, game = ''): string {
  const parts = Object.entries(answers).map(([field, value]) => `### ${field}\n\n${value}`);
  const mark = game === '' ? [] : [`<!-- gitnomic:game ${game} -->`];
  return [markOfForm(label), ...mark, ...parts].join('\n\n');
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

/** The post's text from a form's issue: only its text, or the reason of its proposal. */
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

/** Whether it is the form by which rules are changed, whatever was filled in. */
export function asksForChanges(body: string): boolean {
  return [FIELDS.reason, FIELDS.changes].every((label) => new RegExp(`^### ${label}\\r?$`, 'mu').test(body));
}

/**
 * The changes that a form asks for, in the language of changes.yml: those written so, and a sentence that is to read otherwise.
 * A change that lacks a part is handed on as it is, so that its author is told what is missing.
 */
export function changesOfForm(body: string): string {
  const written = (fieldOf(body, FIELDS.changes) ?? '').replaceAll(/^```.*$/gmu, '').trim();
  const asked = [...ruleOfForm(body), ...valueOfForm(body)];
  const own = asked.length === 0 ? '' : stringify(asked, { lineWidth: 0 });
  return [written, own].filter((part) => part !== '').join('\n') || '[]';
}

/** The choices of what becomes of a rule, each with the fields of the form that it is made of. */
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

/** Infinity and NaN are names. */
function isNumber(text: string): boolean {
  return String(Number(text)) === text && Number.isFinite(Number(text));
}

/** `act/light-room`, or a form's field, and what was filled in → `/act light-room room="D4"`, the same as in a comment. */
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

/** `### Question\n\nWhat stands in the way (/why)\n\n### About\n\nroll` → `/why roll`; where nothing was chosen, `/act` of nothing. */
function questionIn(body: string): string {
  const asked = /\((\/[a-z-]+)\)$/u.exec(fieldOf(body, FIELDS.question) ?? '')?.[1];
  if (asked === undefined) return '/act';
  const about = /^[a-z0-9-]+$/u.exec(fieldOf(body, FIELDS.about) ?? '')?.[0] ?? '';
  return `${asked} ${about}`.trimEnd();
}

/** A number, a truth or a list as such, everything else as a text: a colon in it makes it no map. */
function asWord(value: string): string {
  if (/^(-?\d+(\.\d+)?|true|false)$/u.test(value)) return value;
  if (/^(\[[^\n]*\]|\{[^\n]*\}|"(?:[^"\\\n]|\\.)*")$/u.test(value)) return value;
  return JSON.stringify(value);
}

export function actionOfLabel(label: string): string | null {
  const action = label.startsWith(ACT_LABEL) ? label.slice(ACT_LABEL.length) : '';
  return /^[a-z0-9]+(-[a-z0-9]+)*$/u.test(action) ? action : null;
}
