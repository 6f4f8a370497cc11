/**
 * What holds after every tick, whatever people do and whatever fails. Each is checked by something that does not ask
 * the engine: the file named beside it.
 */
export const INVARIANTS = {
  'main-forward':
    'Main only moves forward: what the engine adds has what stood there as its first parent. (history)',
  'put-back': 'What people push to main where only play may write is put back as it was. (history)',
  'ledger-grows': 'The ledger is only ever added to, its lines numbered one after another. (history)',
  once: 'Each matter is resolved at most once, and what is resolved stays as it is. (history)',
  'rules-then':
    'A matter is resolved only when the rules then in force allow it, as an oracle reads them. (witness)',
  queue: 'Matters are resolved in the order of the queue, as the oracle has it. (witness)',
  'nothing-left': 'After a tick that came to its end nothing is due. (witness)',
  'nothing-missed': 'What was due before somebody did something was resolved before it counted. (witness)',
  verdict: 'What people did counts, or does not, as the oracle says. (witness)',
  tally: 'The tally on record is that of the players alone, each once, as the oracle counts. (witness)',
  'pinned-head': 'What is merged is the head that could last be altered. (enactments)',
  'enacted-content':
    'What stands in the ruleset after an enactment is what that head holds, or was left out and named. (enactments)',
  outside: 'Nothing outside ruleset and gamestate comes in by a proposal. (enactments)',
  liveness: 'After each enactment somebody can still change a rule, as people do that. (witness)',
  'ledger-folds': 'The changes in the ledger, put together, give the gamestate. (fold-ledger)',
  replay: 'The game played again from its journal gives what is on record. (witness)',
  'journal-chain': 'Each line of the journal holds the hash of the one before, and its own. (journal-check)',
  answered:
    'Who asks the home server has an answer, and it is no failure unless something failed; what it says to be done is done once, and what it refuses is not. (crowd)',
  'said-stands': 'What somebody was told to be done stands in the forge’s log for good. (world)',
  'journal-whole': 'All that the forge holds stands in the journal once, as it was. (journal-check)',
  'legal-values': 'What is tracked can be read and is within its bounds. (legal-values)',
  kept: 'No call of a clause finds anything of an earlier call, none that tries comes to its end, and none reads a function. (check-cheats)',
  'seen-when-proposed':
    'A clause whose text shows that it would keep something is switched off where its matter is enacted. (check-cheats)',
  shown: 'What a matter changes without looking different is named in the comment on it. (check-cheats)',
  sealed: 'What is sealed or private is in no object of the repository and no word of the forge. (witness)',
  'doctor-mends': 'What doctor puts right it does not find again. (world)',
  told: 'Who has a matter resolved is told so, and the post is settled. (witness)',
} as const;

export type Invariant = keyof typeof INVARIANTS;

export class Broken extends Error {
  readonly invariant: Invariant;
  constructor(invariant: Invariant, what: string) {
    super(`${invariant}: ${what}\n  ${INVARIANTS[invariant]}`);
    this.name = 'Broken';
    this.invariant = invariant;
  }
}

export function must(holds: boolean, invariant: Invariant, what: () => string): void {
  if (!holds) throw new Broken(invariant, what());
}
