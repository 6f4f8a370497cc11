/** How GitHub writes what somebody filled into an issue form, and how that is read. */
export const ACT_LABEL = 'act/';
/** The one field of a form for a post. */
export const FORM_TEXT = 'Text';

const NOTHING = '_No response_';

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

/** What a form's issue says, as the post's text. */
export function textOfForm(body: string): string {
  const fields = parseFormBody(body);
  const [only] = fields;
  if (!body.startsWith(`### ${FORM_TEXT}\n`) && !body.startsWith(`### ${FORM_TEXT}\r\n`)) return body;
  return fields.length === 1 && only !== undefined ? only[1] : body.includes(NOTHING) ? '' : body;
}

/** `act/light-room` and what was filled in → `/act light-room room="D4"`, the same as in a comment. */
export function commandOfForm(action: string, body: string): string {
  const words = parseFormBody(body)
    .filter(([label]) => label !== 'Note')
    .map(([label, value]) => `${label.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')}=${asWord(value)}`);
  return ['/act', action, ...words].join(' ');
}

/** A number, a truth or a list as such, everything else as a text: a colon in it makes it no map. */
function asWord(value: string): string {
  if (/^(-?\d+(\.\d+)?|true|false)$/u.test(value)) return value;
  if (/^(\[[^\n]*\]|\{[^\n]*\})$/u.test(value)) return value;
  return JSON.stringify(value);
}

export function actionOfLabel(label: string): string | null {
  const action = label.startsWith(ACT_LABEL) ? label.slice(ACT_LABEL.length) : '';
  return /^[a-z0-9]+(-[a-z0-9]+)*$/u.test(action) ? action : null;
}
