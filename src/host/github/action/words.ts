import { isTime } from '../../../kernel/names.ts';
import { defuse } from '../../../kernel/defuse.ts';
import { fewOf } from '../../../kernel/bounds.ts';
import { recordedIn } from '../../../language/recorded.ts';
import type { Say, Wording } from '../../../language/wording.ts';
import type { TickReport } from '../../../tick/tick.ts';

/** People's words go into a log and a summary, so they must not contain runner commands or HTML. */
function plain(text: string): string {
  return defuse(text.replaceAll(/\s+/gu, ' ').replaceAll('::', ': :').replaceAll('<', '&lt;'));
}

export const nothingIn = ({ say }: Wording): string => `${say`Everything is up to date.`}\n`;

/** `forms`: main has new issue forms. */
export function describeTick(
  { commits, undone, stuck, happened, restored }: TickReport,
  wording: Wording,
  forms = false,
): string {
  const { say } = wording;
  const refused = happened.filter(({ outcome }) => !outcome.ok).length;
  const lines = [
    ...commits.map(
      ({ commit, message }) => `- ${commit?.slice(0, 7) ?? ''} ${plain(message.split('\n')[0] ?? '')}`,
    ),
    ...fewOf(undone).map((path) => `- ${say`undid a change that only the game may make: ${plain(path)}`}`),
    ...stuck.map(
      ({ matter, why }) =>
        `- ${isTime(matter) ? say`what was due can’t be done: ${plain(recordedIn(wording.language, why))}` : say`the vote on ${plain(matter)} is over, but the result can’t be carried out: ${plain(recordedIn(wording.language, why))}`}`,
    ),
    ...(restored === null ? [] : [`- ${sayRestored(restored, say)}`]),
    ...(refused === 0 ? [] : [`- ${say`refused by the rules: ${refused}`}`]),
    ...(forms ? [`- ${say`issue forms for what the rules offer`}`] : []),
  ];
  return lines.length === 0 ? nothingIn(wording) : `${lines.join('\n')}\n`;
}

function sayRestored(restored: NonNullable<TickReport['restored']>, say: Say): string {
  return restored === 'deleted'
    ? say`somebody deleted the journal; it was restored`
    : say`somebody rewrote the journal; it was restored`;
}
