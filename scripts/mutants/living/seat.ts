import { each, FOR_TYPES, SHORTCUT, type LivingIn } from './reasons.ts';

const ANSWERED = 'for each path that is asked there is an answer';
const OF_A_MODEL = 'what a model or a manifest names is in it';

export const IN_SEAT: LivingIn = {
  'src/seat/act-and-tick.ts': [
    { was: 'line !== null', is: 'true', why: FOR_TYPES },
    {
      was: 'play.model.actions[action]?.with',
      is: 'play.model.actions[action].with',
      why: 'what is no action is refused before it is written down',
    },
  ],
  'src/seat/choices-from.ts': [
    ...each(
      ANSWERED,
      ["play.query(now, [['views', id]])[0]?.value", "play.query(now, [['views', id]])[0].value"],
      ["play.query(now, [['views', id, who]])[0]?.value", "play.query(now, [['views', id, who]])[0].value"],
    ),
    ...each(
      OF_A_MODEL,
      [
        'splitState(play.state(), play.model).open.things[collection]?.[id]',
        'splitState(play.state(), play.model).open.things[collection][id]',
      ],
      ['play.model.collections[collection]?.fields', 'play.model.collections[collection].fields'],
    ),
    { was: 'first?.text', is: 'first.text', why: 'a row of a table has a first cell' },
  ],
  'src/seat/forms/count.ts': [
    {
      in: "if (!('form' in answer)) return [];",
      was: "!('form' in answer)",
      is: 'false',
      why: 'a preview is answered by a form',
    },
    {
      was: 'FORMS.find((form) => form.is === is)?.leads',
      is: 'FORMS.find((form) => form.is === is).leads',
      why: 'each kind that can be added has its form',
    },
  ],
  'src/seat/forms/rule-form.ts': [
    { was: 'now?.clause', is: 'now.clause', why: 'that there is such a rule was asked just before' },
  ],
  'src/seat/read-table.ts': each(
    OF_A_MODEL,
    ['rules.get(rule)?.number', 'rules.get(rule).number'],
    ['rules.get(rule)?.title', 'rules.get(rule).title'],
  ),
  'src/seat/waits.ts': [
    { was: 'answers.length > 0', is: 'answers.length >= 0', in: 'isFree(action) ||', why: SHORTCUT },
  ],
};
