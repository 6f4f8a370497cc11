// This file has an entry for each mutant that lives.
/* oxlint-disable max-lines */
import { BOUND, each, FOR_TYPES, NOTHING_ELSE, SHORTCUT, type LivingIn } from './reasons.ts';

export const IN_SESSION: LivingIn = {
  'src/session/position/accounts.ts': [
    { was: 'this.known(person.id) === null', is: 'true', why: 'noted down once more it is the same player' },
  ],
  'src/session/position/action-pictures.ts': [
    ...each(
      SHORTCUT,
      ['Object.keys(model.submissions).length === 0', 'false'],
      ['!hasPictures(model)', 'false'],
    ),
    { was: 'model.actions[what]?.with', is: 'model.actions[what].with', why: FOR_TYPES },
  ],
  'src/session/assert-decision.ts': [{ was: 'changed.slice(0, MOST_CHECKED)', is: 'changed', why: BOUND }],
  'src/session/take/bridge.ts': [
    { was: "account === ''", is: 'false', why: 'where no account is named there is no code either' },
    ...each('nobody is called nothing', ['author === null', 'false'], ['player === null', 'false']),
  ],
  'src/session/position/calls.ts': [
    {
      was: 'call !== null',
      is: 'true',
      why: 'where no call is named there is no comment with that name either',
    },
  ],
  'src/session/take/commands.ts': [
    {
      was: 'matchAt(/\\s*/uy, text, at)?.length',
      is: 'matchAt(/\\s*/uy, text, at).length',
      why: 'asked for the types alone: no blank at all is found as well',
    },
    {
      was: "value.startsWith('\"')",
      is: "value.endsWith('\"')",
      why: 'a word with a quotation mark at one end alone is no quotation in YAML either, and is read as it stands',
    },
    {
      was: "name.startsWith('\"')",
      is: "name.endsWith('\"')",
      why: 'a name has a quotation mark at both ends or at none',
    },
    {
      in: 'Object.defineProperty(words',
      was: 'true',
      is: 'false',
      why: 'either of writable and configurable lets a word be given once more in its line, and nobody writes to words that were read',
    },
    ...each(BOUND, ['open.left === 0', 'false'], ['open.left--', 'open.left++']),
    {
      was: 'end < text.length',
      is: 'end <= text.length',
      why: 'behind the last letter there is none, which neither opens nor closes a bracket',
    },
    ...each(
      'a bound on the work: where a quotation mark had no end, one further on, looked at once more, has none either',
      ["quotes || text[end] !== '\"'", 'true'],
      ["tried && quoted === null && text[end] === '\"'", 'false'],
    ),
    {
      in: 'quotes = false',
      was: 'false',
      is: 'true',
      why: 'a bound on the work: where a quotation mark had no end, one further on, looked at once more, has none either',
    },
    { was: "text === ''", is: 'false', why: SHORTCUT },
  ],
  'src/session/session.ts': [
    { was: 'event.at > seen', is: 'event.at >= seen', why: 'of two times that are the same either will do' },
    {
      in: 'if (this.#opened) return;',
      was: 'this.#opened',
      is: 'false',
      why: 'a shortcut: once a dynasty is opened nothing more is resolved, which is asked again there',
    },
    ...each(
      'a line is written as JSON, in which nothing stands for what is undefined',
      ['merged === undefined', 'false'],
      ['comment === undefined', 'false'],
    ),
  ],
  'src/session/describe-commit.ts': [
    {
      in: 'return ended === null',
      was: 'ended === null',
      is: 'false',
      why: 'of a line that ends no matter there is no post, which is asked next',
    },
  ],
  'src/session/take/event-handlers.ts': [
    {
      was: 'title === undefined',
      is: 'false',
      why: 'all goes to the rules as JSON, in which nothing stands for what is undefined',
    },
  ],
  'src/session/take/changed-posts.ts': [{ was: 'kind === undefined', is: 'false', why: FOR_TYPES }],
  'src/wording/naming.ts': [
    ...each(
      FOR_TYPES,
      ['submissions[kind]?.title', 'submissions[kind].title'],
      ['kinds[kind]?.title', 'kinds[kind].title'],
    ),
    {
      was: 'this.#people.set(id, known);',
      is: ';',
      why: 'kept so as not to be worked out again: a naming is of one state, in which nobody’s name changes',
    },
  ],
  'src/session/take/moderate.ts': [
    { was: 'player === null', is: 'false', why: 'nobody is called nothing, and so nobody is muted by that' },
    { was: 'hearsEverybody(moderation.inForce, rules.play.model)', is: 'false', why: SHORTCUT },
    {
      was: 'first !== undefined',
      is: 'true',
      why: 'a pace is one at least: what comes up to it has a first',
    },
    { was: 'one === undefined', is: 'false', why: 'without a first there is no second, which is asked next' },
  ],
  'src/session/position/position.ts': each(
    'only of matters that are pending is it kept in which commit they were resolved',
    ["posts.filter(({ status }) => status === 'pending')", 'posts'],
    ["status === 'pending'", 'true'],
  ),
  'src/session/resolve-due.ts': [
    ...each(
      'nothing is neither before nor after a moment, and what comes at the same one comes then',
      ['next !== null', 'true'],
      ['next < from', 'next <= from'],
      ['begun < passed', 'begun <= passed'],
      ['moment !== null', 'true'],
      ['() => null', '() => undefined'],
    ),
    { was: 'Object.keys(model.times).length === 0', is: 'false', why: SHORTCUT },
    ...each(SHORTCUT, ['rules.aborted.isEmpty', 'false'], ['key === null', 'false']),
    { was: 'outcome === null', is: 'false', why: 'what is held was asked just before, and is held still' },
    { was: "begun === ''", is: 'false', why: NOTHING_ELSE },
  ],
  'src/wording/rule-fault.ts': [
    { was: 'error.where === undefined', is: 'false', why: 'a place that is undefined is told as none is' },
  ],
  'src/session/position/rules-in-play.ts': [
    {
      was: "this.play.query(at, [['way-in', by]])[0]?.value",
      is: "this.play.query(at, [['way-in', by]])[0].value",
      why: 'for each path that is asked there is an answer',
    },
    {
      was: 'input.disclosed === undefined',
      is: 'true',
      why: 'what is told of a call is taken or refused with no regard to the side on which it is',
    },
    ...each(SHORTCUT, ['aborted.isEmpty', 'false'], ['addresses.length === 0', 'false']),
    {
      was: "input.type !== 'act'",
      is: 'false',
      why: 'a shortcut: nothing else names an action, and so nothing else needs pictures',
    },
  ],
  'src/wording/say-changes.ts': [
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
  'src/wording/say-diff.ts': [
    ...each(
      'that a rule was there before and is there afterwards was asked just before',
      ['was?.about', 'was.about'],
      ['is?.about', 'is.about'],
    ),
    { was: "open === ''", is: 'false', why: 'a shortcut: an empty text read as YAML is nothing, too' },
    {
      was: 'most / 2',
      is: 'most * 2',
      why: 'twice it tries all of it in vain, for which there was no room just before; then it halves as ever',
    },
    ...each(
      'a text that is long has a first sentence and a last one, even if it is the same',
      ['sentences[0]?.text', 'sentences[0].text'],
      ['end?.text', 'end.text'],
      ['end?.after', 'end.after'],
    ),
    {
      was: "end?.after ?? ''",
      is: "end?.after && ''",
      why: 'after the last sentence there is nothing: the blanks at the end of a text are part of it',
    },
    {
      was: "kind === 'removed'",
      is: 'true',
      why: 'what was added stands in one piece, as the difference is told: nothing added comes right after it',
    },
  ],
  'src/wording/say-parted.ts': [
    {
      in: 'change.content !== null',
      was: "change.verb === 'file'",
      is: 'true',
      why: 'asked for the types alone: a change that names a rule either edits it or is of its file',
    },
    ...each(
      'asked for the types alone: of two texts that are looked at, both are there',
      ['before === undefined || after === undefined', 'false'],
      ['before === undefined || after === undefined', 'before === undefined && after === undefined'],
      ['before === undefined', 'false'],
      ['after === undefined', 'false'],
    ),
    {
      was: "plain .slice(ON_PURPOSE.length) .replace(/[.*_`]+$/u, '') .trim()",
      is: "plain .slice(ON_PURPOSE.length) .replace(/[.*_`]+$/u, '')",
      why: 'a rule is found by its name whatever blanks stand around it',
    },
  ],
  'src/wording/say-taken-action.ts': [
    {
      was: 'action?.with',
      is: 'action.with',
      why: 'only an action that is there has a sentence to be filled in',
    },
    {
      was: 'fields[field]?.rule',
      is: 'fields[field].rule',
      why: 'that the field is there was asked just before',
    },
    {
      was: 'sayings[measure]?.()',
      is: 'sayings[measure]()',
      why: 'that the saying is there was asked just before',
    },
  ],
  'src/session/summaries.ts': [
    {
      was: 'play.query(now, [path])[0]?.value',
      is: 'play.query(now, [path])[0].value',
      why: 'for each path that is asked there is an answer',
    },
    {
      was: 'named.get(name)?.length',
      is: 'named.get(name).length',
      why: 'all who voted were put together by their names just before',
    },
  ],
  'src/session/take/take-command.ts': [
    ...each(
      'asked for the types alone: that there is such an action was asked just before',
      ['play.model.actions[action]?.private', 'play.model.actions[action].private'],
      ['model.actions[action]?.with', 'model.actions[action].with'],
    ),
    ...each(
      'asked for the types alone: without a post or texts it was refused just before',
      ['post !== undefined', 'true'],
      ['texts !== undefined', 'true'],
    ),
  ],
  'src/session/take/take-event.ts': [
    {
      was: 'handler?.(position, spoken.event, { at, by: spoken.by })',
      is: 'handler(position, spoken.event, { at, by: spoken.by })',
      why: 'all that comes through a bridge is a comment, its edit or its removal, and each has its handler',
    },
    {
      was: "event.type === 'commented'",
      is: 'true',
      why: 'only those who post or comment are turned away, and that it is no post was asked just before',
    },
    {
      was: 'id === null',
      is: 'false',
      why: 'nobody is called nothing, and so nobody is named by that',
    },
    {
      was: 'shown === id',
      is: 'false',
      why: 'to be called so once more changes nothing',
    },
    {
      was: "play.model.fields['player']?.['name'] === undefined",
      is: 'false',
      why: 'where rules keep no names of players, New players has none that could be their id, which is asked below',
    },
    {
      was: "play.model.fields['player']?.['name']",
      is: "play.model.fields['player']['name']",
      why: 'a model lists the fields of players always, be there none',
    },
    {
      was: 'other !== id',
      is: 'true',
      why: 'they themselves are called by their id still, and what is shown is another name',
    },
    {
      was: "data['machine'] !== true",
      is: 'true',
      why: 'a player who is written down as a machine once more is the same',
    },
    {
      was: "play.model.fields['player']?.['machine']",
      is: "play.model.fields['player']['machine']",
      why: 'a model lists the fields of players always, be there none',
    },
  ],
  'src/session/take/take-game.ts': [
    ...each(
      'a key without a value is written neither in YAML nor in JSON, and the answer passes it over',
      ['scope === undefined', 'false'],
      ['every === undefined', 'false'],
    ),
    {
      in: 'outcome.ok && values',
      was: 'values !== null',
      is: 'true',
      why: 'asked for the types alone: without values it was refused just before',
    },
  ],
  'src/session/take/take-sealed.ts': [
    {
      was: 'holders === undefined',
      is: 'false',
      in: 'const to =',
      why: 'the rules ask for those who open it together, and not whether the input has that key',
    },
    ...each(
      'asked for the types alone: a submission that was taken in is among the changes',
      [
        "outcome.changes.find(({ path }) => path[0] === 'submissions')?.path",
        "outcome.changes.find(({ path }) => path[0] === 'submissions').path",
      ],
      ['id !== undefined', 'true'],
    ),
  ],
  'src/session/take/take-comment.ts': [
    {
      in: 'if (why !== null',
      was: 'call === undefined',
      is: 'false',
      why: 'what answers no call does not count for a reason, which is asked first',
    },
    {
      in: 'if (why !== null',
      was: 'parsed === null',
      is: 'false',
      why: 'what can’t be read does not count for a reason, which is asked first',
    },
    { was: '!outcome.ok', is: 'true', why: 'the answer is the refusal that was made just before' },
    {
      was: 'play.model.actions[action]?.with',
      is: 'play.model.actions[action].with',
      why: 'an action that was called for is there: once something else has happened the answer does not count',
    },
  ],
  'src/session/position/tell-changes.ts': [
    {
      was: 'notes.length === 0',
      is: 'false',
      why: 'a shortcut: without a note there is none to be repeated, whatever is read of the post',
    },
  ],
  'src/wording/action-report.ts': [
    {
      was: 'form === undefined',
      is: 'false',
      why: 'a shortcut: without a block there is nothing to unpack, and it can’t be read either',
    },
    {
      was: '!isPlainObject(value)',
      is: 'false',
      why: 'what is no object of JSON has no changes: null and what is missing can’t be looked into, which comes to the same as a refusal, and the rest has no list of them',
    },
  ],
  'src/wording/why.ts': [
    ...each(
      'asked for the types alone: both questions have an explanation each, which has a refusal or null',
      ['refusal === undefined', 'false'],
      ['enacting?.lines', 'enacting.lines'],
      ['failing?.lines', 'failing.lines'],
      ['enacting?.refusal', 'enacting.refusal'],
      ['failing?.refusal', 'failing.refusal'],
    ),
  ],
  'src/wording/worded-changes.ts': [
    { was: 'parent === undefined', is: 'false', why: 'YAML is written without the keys that have no value' },
  ],
};
