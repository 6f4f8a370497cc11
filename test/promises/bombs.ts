// Time bombs: clauses that let a game go on today and stop it some day, by state, counts, players, dates, order and names.
import { clause } from '../rehearsal/brick-parts.ts';

/** A new rule with this clause. */
export function bombClause(body: string): Readonly<Record<string, string>> {
  const words =
    'import { action, boolean, choice, hoursAfter, hoursBetween, integer, list, optional, player, post, rule, text, time }';
  return Object.fromEntries(
    Object.entries(clause(body)()).map(([path, text]) => [path, text.replace('import { rule }', words)]),
  );
}

const refusing = (condition: string, more = ''): string =>
  `{ ${more} hooks: { 'may-enact'({ refuse, matter }, next) { if (${condition}) refuse('the gulls do not like it'); return next(); } } }`;

/** Each stops a game some time after it was enacted. */
export const BOMBS: Readonly<Record<string, string>> = {
  // By state.
  'state: a switch that anybody turns': refusing(
    'g.game.asleep',
    'game: { asleep: boolean() }, actions: { sing: action({ effect() { g.game.asleep = true; } }) },',
  ),
  'state: a choice among four words': refusing(
    "g.game.wind === 'west'",
    "game: { wind: choice(['south', 'north', 'west', 'east'], { start: 'south' }) }, actions: { blow: action({ with: { wind: choice(['south', 'north', 'west', 'east']) }, effect({ wind }) { if (g.game.wind === 'south') g.game.wind = wind; } }) },",
  ),
  'state: a number above a limit': refusing(
    'g.game.tide > 5000',
    'game: { tide: integer({ min: 0 }) }, actions: { flood: action({ with: { by: integer({ min: 0 }) }, effect({ by }) { g.game.tide += by; } }) },',
  ),
  'state: one number of many': refusing(
    'g.game.tide === 37',
    'game: { tide: integer({ min: 0 }) }, actions: { flood: action({ with: { by: integer({ min: 0 }) }, effect({ by }) { if (g.game.tide === 0) g.game.tide = by; } }) },',
  ),
  'state: grain that one has to spend': refusing(
    '[...g.players].some((one) => one.grain === 0)',
    'player: { grain: integer({ start: 10 }) }, actions: { eat: action({ cost: { grain: 1 } }) },',
  ),
  'state: grain of all': refusing(
    '[...g.players].every((one) => one.grain < 8)',
    'player: { grain: integer({ start: 10 }) }, actions: { eat: action({ cost: { grain: 1 } }) },',
  ),
  'state: a value that only a matter sets': refusing(
    "g.game.wind === 'north'",
    "game: { wind: choice(['south', 'north']) },",
  ),
  'state: a grudge against the one who is named': refusing(
    'g.game.foe !== null && matter.author.is(g.game.foe) || g.game.foe !== null',
    'game: { foe: optional(player()) }, actions: { hate: action({ with: { whom: player() }, effect({ whom }) { g.game.foe = whom; } }) },',
  ),
  // By count.
  'count: a second enactment': refusing(
    "[...g.posts].filter((post) => post.status === 'enacted').length > 1",
  ),
  'count: ten enactments': refusing("[...g.posts].filter((post) => post.status === 'enacted').length > 9"),
  'count: a post beside the matter': refusing('g.posts.size > 1'),
  'count: twenty posts': refusing('g.posts.size > 20'),
  'count: three failed matters': refusing(
    "[...g.posts].filter((post) => post.status === 'failed').length > 2",
  ),
  'count: enactments that a number counts': `{ game: { tides: integer({ min: 0, max: 9 }) }, on: { enacted() { if (g.game.tides < 9) g.game.tides += 1; } }, hooks: { 'may-enact'({ refuse }, next) { if (g.game.tides >= 9) refuse('the gulls do not like it'); return next(); } } }`,
  'count: posts that may not be made': `{ hooks: { 'may-post'({ refuse }, next) { if (g.posts.size >= 6) refuse('the gulls do not like it'); return next(); } } }`,
  'count: votes that may not be cast': `{ game: { calls: integer() }, on: { voted() { g.game.calls += 1; } }, hooks: { 'may-vote'({ refuse }, next) { if (g.game.calls > 40) refuse('the gulls do not like it'); return next(); } } }`,
  'count: sixty songs': refusing(
    'g.game.songs >= 60',
    'game: { songs: integer() }, actions: { sing: action({ effect() { g.game.songs += 1; } }) },',
  ),
  // By number of players.
  'players: fewer than six': `{ game: { thin: boolean() }, on: { changed() { if (g.players.size < 6) g.game.thin = true; } }, hooks: { 'may-enact'({ refuse }, next) { if (g.game.thin) refuse('the gulls do not like it'); return next(); } } }`,
  'players: fewer than four': `{ game: { thin: boolean() }, on: { changed() { if (g.players.size < 4) g.game.thin = true; } }, hooks: { 'may-post'({ refuse }, next) { if (g.game.thin) refuse('the gulls do not like it'); return next(); } } }`,
  'players: too many who may not vote any more': `{ player: { tired: boolean() }, actions: { rest: action({ effect({ actor }) { actor.tired = true; } }) }, hooks: { 'may-vote'({ refuse }, next) { if ([...g.players].filter((one) => one.tired).length > 3) refuse('the gulls do not like it'); return next(); } } }`,
  // By date.
  'date: in three years': refusing("g.now >= '2027-01-01'"),
  'date: a year that is computed': refusing('Number(g.now.slice(0, 4)) - 2024 > 4'),
  'date: a tide of five days': `{ game: { last: time() }, times: { tide: { at: ({ from }) => hoursAfter(from, 24), effect() { g.game.days += 1; } } }, game: { days: integer() }, hooks: { 'may-enact'({ refuse }, next) { if (g.game.days >= 5) refuse('the gulls do not like it'); return next(); } } }`,
  'date: from the twentieth century of seconds': refusing("g.now >= '2035-06-01'"),
  // By order.
  'order: three keys': refusing(
    'g.game.keys >= 3',
    'game: { keys: integer() }, actions: { first: action({ effect() { if (g.game.keys === 0) g.game.keys = 1; } }), second: action({ effect() { if (g.game.keys === 1) g.game.keys = 2; } }), third: action({ effect() { if (g.game.keys === 2) g.game.keys = 3; } }) },',
  ),
  'order: two lights in one order': refusing(
    "g.game.lit.startsWith('ba')",
    "game: { lit: text() }, actions: { a: action({ effect() { g.game.lit = g.game.lit + 'a'; } }), b: action({ effect() { g.game.lit = g.game.lit + 'b'; } }) },",
  ),
  'order: a chain that nothing unties': refusing(
    'g.game.tied',
    "game: { tied: boolean(), knots: integer({ max: 2 }) }, actions: { knot: action({ effect({ refuse }) { if (g.game.knots >= 2) refuse('no rope is left'); g.game.knots += 1; } }), tie: action({ check({ refuse }) { if (g.game.knots < 2) refuse('there are too few knots'); }, effect() { g.game.tied = true; } }) },",
  ),
  'order: an action after a wait': refusing(
    'g.game.sleeps',
    "game: { sleeps: boolean() }, actions: { doze: action({ check({ now, refuse }) { if (now < '2024-05-01') refuse('it is too early'); }, effect() { g.game.sleeps = true; } }) },",
  ),
  'order: a song after an enactment': refusing(
    'g.game.sleeps',
    "game: { sleeps: boolean() }, actions: { sing: action({ check({ refuse }) { if (![...g.posts].some((post) => post.status === 'enacted')) refuse('nothing has passed'); }, effect() { g.game.sleeps = true; } }) },",
  ),
  // By names.
  'names: a post with one title': refusing("[...g.posts].some((post) => post.title === 'Low tide')"),
  'names: a word that somebody says': refusing(
    "g.game.word === 'albatross'",
    'game: { word: text() }, actions: { say: action({ with: { word: text() }, effect({ word }) { if (g.game.word === "") g.game.word = word; } }) },',
  ),
  'names: a player who leaves': `{ game: { gone: boolean() }, on: { changed() { if (![...g.players].some((one) => one.id === 'fay')) g.game.gone = true; } }, hooks: { 'may-enact'({ refuse }, next) { if (g.game.gone) refuse('the gulls do not like it'); return next(); } } }`,
  // In other ways.
  'other: a loop that grows with posts': refusing(
    '(() => { let n = 0; for (const a of g.posts) for (const b of g.posts) for (const c of g.posts) if (a.id + b.id + c.id === "") n++; return n > 0; })()',
  ),
  'other: a memory that fills': refusing(
    'g.game.names.length >= 12',
    'game: { names: list(text()) }, actions: { carve: action({ effect() { g.game.names = [...g.game.names, "x"]; } }) },',
  ),
  'other: nobody may post on some days after a song': `{ game: { sung: boolean() }, actions: { sing: action({ effect() { g.game.sung = true; } }) }, hooks: { 'may-post'({ refuse }, next) { if (g.game.sung) refuse('the gulls do not like it'); return next(); } } }`,
  'other: changes of rules are left out': `{ game: { sung: boolean() }, actions: { sing: action({ effect() { g.game.sung = true; } }) }, hooks: { 'may-change'({ refuse }, next) { if (g.game.sung) refuse('the gulls do not like it'); return next(); } } }`,
  // Restated from what froze public nomics, or could have: chosen before the search was run on them.
  // B Nomic's clock could be stopped, and nothing could happen that started it again (Agora's discussion list, Rule 1698 and time).
  'order: a stopped clock that only a running one starts': `{ game: { stopped: optional(time()) }, actions: { stop: action({ effect() { if (g.game.stopped === null) g.game.stopped = g.now; } }), start: action({ check({ refuse }) { if (hoursBetween(g.game.stopped ?? '2000-01-01T00:00:00Z', g.game.stopped ?? g.now) < 24) refuse('the clock has to have stood for a day'); }, effect() { g.game.stopped = null; } }) }, hooks: { 'may-enact'({ refuse, matter }, next) { if (hoursBetween(matter.at, g.game.stopped ?? g.now) < 24) refuse('the gulls do not like it'); return next(); } } }`,
  // The days of B Nomic were those that an officer had declared; for months there were none (the same list, a rule against messes).
  'date: days that pass only while somebody winds the clock': `{ game: { wound: optional(time()), days: integer() }, post: { day: integer() }, actions: { wind: action({ check({ refuse }) { if (g.game.wound !== null && hoursBetween(g.game.wound, g.now) > 744) refuse('the spring is broken'); }, effect() { g.game.wound = g.now; } }) }, times: { day: { at: ({ from }) => hoursAfter(from, 24), effect() { if (g.game.wound === null || hoursBetween(g.game.wound, g.now) <= 744) g.game.days += 1; } } }, on: { posted({ post }) { post.day = g.game.days; }, changed() { if (g.game.wound === null) g.game.wound = g.now; } }, hooks: { 'may-enact'({ refuse, matter }, next) { if (g.game.days - matter.day < 1) refuse('the gulls do not like it'); return next(); } } }`,
  // “Imagine a proposals switch … with no specific rules-defined method of flipping it” (the same list, on ratifying that Agora is not ossified).
  'state: a switch for proposals, without a way back': `{ game: { proposals: choice(['open', 'closed'], { start: 'open' }) }, actions: { 'close-proposals': action({ by: 'admin', effect() { g.game.proposals = 'closed'; } }) }, hooks: { 'may-post'({ kind, refuse }, next) { if (g.game.proposals === 'closed' && kind !== 'plain') refuse('the gulls do not like it'); return next(); } } }`,
  // Quorums that follow what was decided before, as those of several charters do: each adopted change asks for one vote more.
  'count: a quorum that grows with each enactment': refusing(
    "Object.values(matter.lastVotes).filter((vote) => vote === 'FOR').length < 2 + [...g.posts].filter((post) => post.status === 'enacted').length",
  ),
  // “Only one rule proposal may be open for consideration at any one time” (a nomic of webDiplomacy), of any kind of post.
  'order: one post at a time': `{ game: { open: optional(post()) }, hooks: { 'may-post'({ refuse }, next) { if (g.game.open !== null) refuse('the gulls do not like it'); return next(); } }, on: { posted({ post }) { g.game.open = post; }, enacted() { g.game.open = null; }, failed() { g.game.open = null; } } }`,
  // “When the game has been won in this manner three times, this rule repeals itself”, and a device repealed rule by rule (Agora's proposals 8955 and 8970).
  'texts: a third harvest that repeals how matters pass': `{ game: { harvests: integer() }, actions: { harvest: action({ effect({ ruleset }) { g.game.harvests += 1; if (g.game.harvests === 3) ruleset.amend({ type: 'repeal-rule', path: 'core/votable-matters/enacting-and-failing' }); } }) } }`,
};

type Kind = 'can-return' | 'half-in-favour' | 'one-vote' | 'stays-resolved';

/** Clauses that let another promise be broken some day. */
export const OTHER_BOMBS: Readonly<Record<string, readonly [kind: Kind, body: string]>> = {
  'banish somebody': [
    'can-return',
    "{ player: { banished: boolean() }, actions: { banish: action({ with: { whom: player() }, effect({ whom }) { whom.banished = true; } }) }, hooks: { 'not-a-player': ({ person }, next) => person.banished ? 'they are banished' : next() } }",
  ],
  'shut the door on whoever is idle for a hundred days': [
    'can-return',
    "{ game: { forgotten: list(text()) }, times: { forget: { at: ({ from }) => hoursAfter(from, 24), effect() { g.game.forgotten = [...g.people].filter((one) => g.game.forgotten.includes(one.id) || (one.idleSince !== null && hoursBetween(one.idleSince, g.now) > 2400)).map((one) => one.id); } } }, hooks: { 'not-a-player': ({ person }, next) => g.game.forgotten.includes(person.id) ? 'they are forgotten' : next() } }",
  ],
  'enact anything after a coup': [
    'half-in-favour',
    '{ game: { coup: boolean() }, actions: { seize: action({ effect() { g.game.coup = true; } }) }, views: { popular: (matter, next) => g.game.coup ? hoursBetween(matter.at, g.now) > 24 : next() } }',
  ],
  'let an officer decide alone': [
    'half-in-favour',
    "{ game: { officer: optional(player()) }, actions: { 'take-office': action({ effect({ actor }) { if (g.game.officer === null) g.game.officer = actor; } }) }, views: { popular: (matter, next) => g.game.officer === null ? next() : hoursBetween(matter.at, g.now) > 24 && matter.lastVotes[g.game.officer.id] === 'FOR' } }",
  ],
  'count the one with the crown twice': [
    'one-vote',
    "{ game: { crown: optional(player()) }, actions: { crown: action({ effect({ actor }) { g.game.crown = actor; } }) }, hooks: { tally({ matter }, next) { const all = next(); return g.game.crown !== null && matter.lastVotes[g.game.crown.id] === 'FOR' ? { ...all, for: Number(all.for) + 1 } : all; } } }",
  ],
  'count everybody twice from the fifth enactment on': [
    'one-vote',
    "{ hooks: { tally({ matter }, next) { const all = next(); return [...g.posts].filter((post) => post.status === 'enacted').length > 4 ? { ...all, for: Number(all.for) * 2 } : all; } } }",
  ],
  'rewrite what was decided': [
    'stays-resolved',
    "{ game: { pen: boolean() }, actions: { 'take-pen': action({ effect() { g.game.pen = true; } }), rewrite: action({ with: { entry: post(), text: text() }, check({ refuse }) { if (!g.game.pen) refuse('the pen is locked away'); }, effect({ entry, text }) { entry.change({ text }); } }) } }",
  ],
  'rub out what failed': [
    'stays-resolved',
    "{ actions: { erase: action({ with: { entry: post() }, effect({ entry }) { if (entry.status === 'failed') entry.change({ title: 'Nothing' }); } }) } }",
  ],
};

/** The bombs that the search misses, and why. */
export const MISSED: Readonly<Record<string, string>> = {
  'shut the door on whoever is idle for a hundred days':
    'nobody in the game may be made idle at once: that takes a request or a silence, and then a long wait',
  'texts: a third harvest that repeals how matters pass':
    'a clause changes texts; a search knows that they would change, and keeps the rules that it has',
  'rewrite what was decided':
    'three steps lead there, and after the first two nothing is new that wasn’t after one of them',
};
