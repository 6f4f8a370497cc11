import { BOUND, each, FOR_TYPES, NOTHING_ELSE, SHORTCUT, type LivingIn } from './reasons.ts';

export const IN_DECIDE: LivingIn = {
  'src/decide/accounts.ts': [
    { was: 'this.known(person.id) === null', is: 'true', why: 'noted down once more it is the same player' },
  ],
  'src/decide/action-pictures.ts': [
    ...each(
      SHORTCUT,
      ['Object.keys(model.submissions).length === 0', 'false'],
      ['!hasPictures(model)', 'false'],
    ),
    { was: 'model.actions[what]?.with', is: 'model.actions[what].with', why: FOR_TYPES },
  ],
  'src/decide/assert-decision.ts': [{ was: 'changed.slice(0, MOST_LOOKED_AT)', is: 'changed', why: BOUND }],
  'src/decide/bridge.ts': [
    { was: "account === ''", is: 'false', why: 'where no account is named there is no code either' },
    ...each('nobody is called nothing', ['author === null', 'false'], ['player === null', 'false']),
  ],
  'src/decide/peace.ts': [
    { was: 'player === null', is: 'false', why: 'nobody is called nothing, and so nobody is muted by that' },
    { was: 'hearsEverybody(peace.kept, rules.play.model)', is: 'false', why: SHORTCUT },
    { was: 'peace.kept.said?.[by]', is: 'peace.kept.said[by]', why: FOR_TYPES },
    {
      was: 'first !== undefined',
      is: 'true',
      why: 'a pace is one at least: what comes up to it has a first',
    },
    { was: 'one === undefined', is: 'false', why: 'without a first there is no second, which is asked next' },
  ],
  'src/decide/position.ts': each(
    'only of matters that are pending is it kept in which commit they were resolved',
    ["posts.filter(({ status }) => status === 'pending')", 'posts'],
    ["status === 'pending'", 'true'],
  ),
  'src/decide/resolve-due.ts': [
    ...each(
      'nothing is neither before nor after a moment, and what comes at the same one comes then',
      ['next !== null', 'true'],
      ['next < begun', 'next <= begun'],
    ),
    ...each(
      SHORTCUT,
      ['rules.ended.isEmpty', 'false'],
      ['key === null', 'false'],
      ["!isHeld(resolving(matter)) && !isHeld(keyOf(matter, 'failed'))", 'false'],
    ),
    { was: 'outcome === null', is: 'false', why: 'what is held was asked just before, and is held still' },
    { was: "begun === ''", is: 'false', why: NOTHING_ELSE },
  ],
  'src/decide/say-changes.ts': [
    {
      was: 'thing.id !== undefined',
      is: 'true',
      why: 'a change that names no thing of its collection was told by what is in it before',
    },
    ...each(
      'of the two lists, that before and that after, each is there: the question is for the types alone',
      ['now?.filter', 'now.filter'],
      ['old?.includes', 'old.includes'],
      ['old?.filter', 'old.filter'],
      ['now?.includes', 'now.includes'],
    ),
  ],
  'src/decide/tell-changes.ts': [
    {
      was: 'notes.length === 0',
      is: 'false',
      why: 'a shortcut: without a note there is none to be repeated, whatever is read of the post',
    },
  ],
};
