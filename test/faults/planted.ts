/** A fault put into a copy of the sources: what stands there is replaced, and must stand there. */
export interface PlantedFault {
  readonly name: string;
  readonly file: string;
  readonly replace: string;
  readonly with: string;
  /** Invariants of which one has to notice. */
  readonly noticedBy: readonly string[];
}

const votes = 'content/library/core/2021/core/votable-matters/votes.ts';
const tally = 'content/library/core/helpers/votes.ts';
const special = 'content/library/core/2021/core/proposals/special-proposal-voting.ts';
const resolution = 'content/library/core/2021/core/proposals/resolution-of-proposals.ts';
const official = 'content/library/core/helpers/official-posts.ts';
const RULES = ['rules-then', 'queue', 'nothing-left', 'nothing-missed', 'tally', 'verdict'];

/** New value of has gone wrong in such programs before, or could. Each found by simulated games. */
export const PLANTED: readonly PlantedFault[] = [
  {
    name: 'the voting window ends a second late',
    file: votes,
    replace: 'hoursBetween(matter.at, g.now) >= window',
    with: 'hoursBetween(matter.at, g.now) > window',
    noticedBy: RULES,
  },
  {
    name: 'a veto is forgotten when the emperor votes again',
    file: special,
    replace: 'matter.onceVetoed = true',
    with: 'matter.onceVetoed = false',
    noticedBy: RULES,
  },
  {
    name: 'a self-kill is forgotten when its author votes again',
    file: special,
    replace: 'matter.selfKilled = true',
    with: 'matter.selfKilled = false',
    noticedBy: RULES,
  },
  {
    name: 'who is idle or no player has a vote',
    file: tally,
    replace: 'if (voters[id] === true) votes[id]',
    with: 'votes[id]',
    noticedBy: RULES,
  },
  {
    name: 'a vote that was taken back counts',
    file: 'src/kernel/post-entity.ts',
    replace: 'if (withdrawn !== true) last.set(by, vote);',
    with: 'last.set(by, vote);',
    noticedBy: RULES,
  },
  {
    name: 'an author is counted twice: for the post and for the vote',
    file: tally,
    replace: '  return { for: inFavour, against, valid: inFavour + against };',
    with: '  if (inFavour > 1) inFavour++;\n  return { for: inFavour, against, valid: inFavour + against };',
    noticedBy: RULES,
  },
  {
    name: 'the oldest proposal need not come first',
    file: resolution,
    replace: '!isOldest(matter) && `${matter.title} is not the oldest pending Proposal`',
    with: 'false',
    noticedBy: RULES,
  },
  {
    name: 'a proposal is enacted before it is twelve hours old',
    file: resolution,
    replace: 'age(matter) < minimumAge',
    with: 'age(matter) < minimumAge - 1',
    noticedBy: RULES,
  },
  {
    name: 'what is voted on can be altered for as long as it is open',
    file: official,
    replace: 'if (hoursOld(entry) >= times.alteration) return false;',
    with: 'if (hoursOld(entry) >= times.alteration) return true;',
    noticedBy: ['verdict', 'pinned-head'],
  },
  {
    name: 'the head that was pushed last is enacted, late or not',
    file: 'src/session/take/event-handlers.ts',
    replace: 'if (outcome?.ok === true) branches.pin(posts.idOf(post), commit);',
    with: 'branches.pin(posts.idOf(post), commit);',
    noticedBy: ['pinned-head', 'enacted-content'],
  },
  {
    name: 'after a crash the journal is read again from where main had not come to',
    file: 'src/tick/apply.ts',
    replace: 'line.n === n',
    with: 'line.n === n - 1',
    noticedBy: [
      'once',
      'ledger-grows',
      'crash',
      'rules-then',
      'nothing-missed',
      'verdict',
      'ledger-folds',
      'replay',
      'queue',
      'tally',
      'main-forward',
    ],
  },
  {
    name: 'the last of several new lines of the ledger is lost',
    file: 'src/store/write-game.ts',
    replace: '.slice(read.ledger.length)',
    with: '.slice(read.ledger.length).slice(0, 1)',
    noticedBy: ['ledger-grows', 'once', 'verdict', 'ledger-folds', 'replay', 'rules-then', 'crash'],
  },
  {
    name: 'changes of an action are missing from its line',
    file: 'src/session/play/record.ts',
    replace: '      draws,\n      changes,\n',
    with: '      draws,\n      changes: changes.slice(1),\n',
    noticedBy: ['ledger-folds'],
  },
  {
    name: 'the hash of a line does not cover when it was seen',
    file: 'src/store/journal/line.ts',
    replace: 'canonical([n, id, at, seen, event, digest ?? null, prev])',
    with: 'canonical([n, id, at, event, digest ?? null, prev])',
    noticedBy: ['journal-chain'],
  },
  {
    name: 'what an event that came twice says is written down twice',
    file: 'src/store/journal/extend.ts',
    replace: 'if (ids.has(event.id)) continue;',
    with: '',
    noticedBy: ['journal-whole', 'nothing-left', 'tally', 'verdict', 'rules-then'],
  },
  {
    name: 'a journal that somebody rewrote is taken as it is',
    file: 'src/store/journal/inspect-journal.ts',
    replace: "if (head === null) return 'rewritten';",
    with: "if (head === null) return 'sound';",
    noticedBy: ['journal-chain', 'journal-whole', 'crash'],
  },
  {
    name: 'private values stand in the ledger',
    file: 'src/store/private-values.ts',
    replace: "if (head === 'emperor') return true;",
    with: "if (head === 'emperor') return false;",
    noticedBy: ['sealed'],
  },
  {
    name: 'sealed words stand among the engine’s notes',
    file: 'src/store/private-values.ts',
    replace: 'return [id, { ...one, contents: null }];',
    with: 'return [id, one];',
    noticedBy: ['sealed'],
  },
  {
    name: 'what is pushed to main stays',
    file: 'src/tick/repair-main.ts',
    replace: '.filter((one) => isPlayed(one.path) || isForeignStyle(ownStyle, one))',
    with: ".filter(({ path }) => path.startsWith('content/posts/'))",
    noticedBy: [
      'tally',
      'put-back',
      'ledger-grows',
      'crash',
      'rules-then',
      'once',
      'verdict',
      'nothing-left',
      'main-forward',
      'ledger-folds',
      'legal-values',
      'nothing-missed',
    ],
  },
  {
    name: 'whoever is told something is not told it again after a crash',
    file: 'src/tick/tick.ts',
    replace:
      'for (const notice of [...unsent, ...decision.notices]) await deliver(forge, notice, posted);\n  if (outbox.last > notified) await writeNotified(forge, outbox.last, now);',
    with: 'if (outbox.last > notified) await writeNotified(forge, outbox.last, now);\n  for (const notice of [...unsent, ...decision.notices]) await deliver(forge, notice, posted);',
    noticedBy: ['told'],
  },
  {
    name: 'ordinary files of a branch come in with it',
    file: 'src/tick/apply.ts',
    replace: 'changes: new Map([...ownStyle, ...changes]),',
    with: "changes: new Map([...ownStyle, ...changes, ...(head === null ? [] : [['README.md', 'theirs']] as const)]),",
    noticedBy: ['outside'],
  },
];
