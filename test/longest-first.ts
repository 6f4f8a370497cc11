import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, the longest first: begun last, one of them would keep a single worker busy at the end. */
const LONGEST = [
  'test/site/site.test.ts',
  'test/home/browser.test.ts',
  'src/rehearse/trials.test.ts',
  'test/home/home.test.ts',
  'test/attacks/bad-clauses.test.ts',
  'test/repeals/',
  'test/parted/',
  'test/home/forms-in-browser.test.ts',
  'test/home/changes-everywhere.test.ts',
  'test/promises/search.test.ts',
  'test/layers.test.ts',
  'test/attacks/odd-words.test.ts',
  'test/scenarios/on-kernel.test.ts',
  'test/github/month.test.ts',
  'test/attacks/spoilt-at-random.test.ts',
  'test/github/template.test.ts',
  'test/faults/disk/disk.test.ts',
  'test/package/package.test.ts',
  'test/attacks/built-ins.test.ts',
  'test/docs/pages.test.ts',
  'test/github/game.test.ts',
  'test/site/past.test.ts',
  'test/home/updated-page.test.ts',
  'test/github/reading.test.ts',
  'test/github/sign-in.test.ts',
  'test/simulation/whole/',
  'test/github/people.test.ts',
  'test/site/propose.test.ts',
  'src/tick/stopped.test.ts',
  'test/commands/care-commands.test.ts',
  'test/site/own-style.test.ts',
  'test/attacks/floods.test.ts',
  'test/home/xss.test.ts',
  'test/commands/game-there.test.ts',
  'test/home/friends-in-browser.test.ts',
  'test/fuzz/slow-text.test.ts',
  'test/github/several-games.test.ts',
  'test/attacks/reach.test.ts',
  'test/attacks/memory.test.ts',
  'test/faults/planted.test.ts',
  'test/home/several-rules.test.ts',
  'test/github/stormy-run.test.ts',
  'test/github/whole-games.test.ts',
  'test/site/long-history.test.ts',
  'test/rehearsal/bricks.test.ts',
  'test/site/dev-site.test.ts',
  'test/home/endless.test.ts',
  'test/rehearsal/',
  'src/host/embedded/check-own-files.test.ts',
  'test/types/',
  'test/github/',
  'test/attacks/',
  'test/home/',
  'test/start.test.ts',
  'test/sample-again.test.ts',
  'test/site/',
  'test/other-cores/',
  'test/cli-prompt.test.ts',
  'test/commands/odd-names.test.ts',
  'test/pictures/',
  'test/simulation/',
  'test/scenarios/',
  'src/tick/killed.test.ts',
  'src/host/embedded/',
  'src/cli/commands/',
];

/** Where nothing is known of earlier runs, as in a fresh clone, Vitest goes by the size of files, which says little. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((part) => moduleId.includes(part));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) =>
      a.project.name === b.project.name ? rank(a) - rank(b) : 0,
    );
  }
}
