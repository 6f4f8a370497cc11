import { draftSettings, propose } from '../draft-edit.ts';
import { settableAt, withPosition } from '../read-table.ts';
import { readValue } from '../../decide/commands.ts';
import { fieldFor, formOf, matterPage, seatedOnly, seatOf } from './door.ts';
import type { Answer, Door, DoorForm, Said, Visit } from './door.ts';
import { keptIn } from './draft.ts';
import { keepEdit, keptEdit } from './kept-draft.ts';
import {
  judgeProposal,
  KEEP,
  LOOK,
  PROPOSE,
  proposalFields,
  saidOfDraft,
  wordsIn,
  type Words,
} from './proposal.ts';

const ROWS = 4;

interface Setting {
  readonly path: string;
  readonly value: string;
}

async function valuesForm(
  visit: Visit,
  settings: readonly Setting[],
  words: Words,
  said: readonly Said[],
): Promise<DoorForm> {
  const paths = await withPosition(visit.game, settableAt);
  const options = paths.map(({ path, now }) => ({ value: path, label: now }));
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const { path = '', value = '' } = settings[at] ?? {};
    const label = `What is to be set (${at + 1}), such as ${paths[0]?.path ?? 'players.ana.name'}`;
    return [
      fieldFor({ name: 'path', label, input: 'suggested', options, value: path, most: 300 }),
      fieldFor({ name: 'value', label: `What it is to be (${at + 1})`, input: 'text', value, most: 5000 }),
    ];
  });
  return formOf({
    door: 'values',
    title: 'Propose other values',
    lede: `A proposal can set what is tracked: up to ${ROWS} values at once, and more in a draft.`,
    fields: [...rows.flat(), ...(await proposalFields(visit, words))],
    buttons: [LOOK, ...seatedOnly(visit, KEEP, PROPOSE)],
    said,
    live: true,
  });
}

function settingsIn({ given }: Visit): readonly Setting[] {
  const [paths, values] = [given.all('path'), given.all('value')];
  return paths
    .slice(0, ROWS)
    .map((path, i) => ({ path: path.trim().slice(0, 300), value: (values[i] ?? '').slice(0, 5000) }))
    .filter(({ path }) => path !== '');
}

/** Values that are tracked, set by a proposal. */
export const values: Door = {
  open: (visit) => {
    const path = visit.given.one('path', 300);
    const kept = keptEdit(visit, ({ edit }) => edit.do === 'set' && edit.path === path)?.edit;
    const value = kept?.do === 'set' ? kept.value : '';
    return valuesForm(visit, [{ path, value }], { title: '', text: '', kind: '' }, []);
  },
  send: async (visit): Promise<Answer> => {
    const { game, given } = visit;
    const [settings, words] = [settingsIn(visit), wordsIn(visit)];
    const draft = await draftSettings(
      game,
      settings.map(({ path, value }) => ({ do: 'set', path, value: readValue(value) })),
    );
    const doing = given.one('do', 10);
    const impossible = draft.problems.length > 0 || draft.changes.size === 0;
    if (doing === 'keep' && !impossible && !visit.part) {
      seatOf(visit);
      for (const { path, value } of settings) keepEdit(visit, { do: 'set', path, value }, null);
      return keptIn(visit, words);
    }
    const title = words.title || `Set ${settings.map(({ path }) => path).join(', ')}`.slice(0, 200);
    const { post, refusal } = await judgeProposal(visit, { ...words, title });
    if (doing !== 'propose' || impossible || refusal !== null || visit.part) {
      const form = await valuesForm(visit, settings, words, saidOfDraft(draft, refusal, 'path'));
      return { form, status: doing === 'propose' || doing === 'keep' ? 422 : 200 };
    }
    const step = await propose(game, seatOf(visit), post, draft);
    return { step, done: 'It is proposed.', goTo: matterPage(step.ok ? step.post : null) };
  },
};
