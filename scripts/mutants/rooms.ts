/** The sources that are mutated, and the tests that should notice. */
export interface Room {
  /** Patterns of files. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** The percentage of mutants that must die. */
  readonly die: number;
}

/** A room with all its files and the tests beside them. `also` lists suites that every implementation of the room has to pass. */
const room = (folder: string, also: readonly string[] = [], die = 85): Room => ({
  sources: [`src/${folder}/**/*.ts`],
  tests: [`src/${folder}/**/*.test.ts`, ...also],
  die,
});

export const ROOMS: Readonly<Record<string, Room>> = {
  kernel: room('kernel', [], 90),
  merge: room('ruleset/merge', [], 90),
  session: room('session', [
    'src/tick/{private,sealed-in-play}.test.ts',
    'test/whole-games/{bridge,changed-posts,commands,moderation,runner-for-game}.test.ts',
  ]),
  wording: room('wording'),
  pictures: room('pictures'),
  store: room('store'),
  rehearse: room('rehearse', [
    '{src/scenario,test/scenarios}/**/on-kernel.test.ts',
    'test/types/told-again.test.ts',
    'test/promises/search.test.ts',
    'test/rulesets/words-and-clauses.test.ts',
  ]),
  tick: room('tick', [
    'test/attacks/{bad-branch,bad-input}.test.ts',
    'test/whole-games/{merging,unread-head}.test.ts',
  ]),
  care: room('care', [
    'src/host/embedded/replay-seeds.test.ts',
    'test/commands/older-game.test.ts',
    'test/simulation/played-again.test.ts',
    'test/whole-games/recovery.test.ts',
  ]),
  forge: room('forge', [
    'test/github/{client,contract,labels,partial}.test.ts',
    'test/forges/mailbox/contract.test.ts',
  ]),
  host: room('host', ['test/github/hosted.test.ts']),
  seat: room('seat', [
    // All that are filled in by their labels; the others of the folder read the forms of each ruleset.
    'test/forms/!(between|forms|offered|told-at-the-end).test.ts',
    'test/home/{reading-fills-memory,sample}.test.ts',
    'test/{programs,program-steps}.test.ts',
    'test/rulesets/open-actions.test.ts',
    'test/tables/form-rows.test.ts',
  ]),
  'cli/home': room('cli/home'),
  'cli/commands': room('cli/commands', [
    // These play whole games on disk, which take minutes for each fault; others ask the same commands in memory.
    'test/commands/!(care-commands|game-there).test.ts',
  ]),
  'site/prepare': room('site/prepare', ['test/site/consequences.test.ts']),
  'site/data': room('site/data'),
  'site/scripts': room('site/scripts', ['test/page-scripts/*.test.ts']),
  notices: room('addons/notices'),
};
