import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, the longest first: begun last, one of them would keep a single worker busy at the end. */
const LONGEST = [
  'test/faults/disk/disk.test.ts',
  'test/site/site.test.ts',
  'test/home/browser.test.ts',
  'test/github/whole-games.test.ts',
  'test/github/several-games.test.ts',
  'test/rehearsal/bricks.test.ts',
  'test/docs/pages.test.ts',
  'test/github/template.test.ts',
  'test/attacks/built-ins.test.ts',
  'test/faults/planted.test.ts',
  'test/attacks/reach.test.ts',
  'test/start.test.ts',
  'src/apply/stopped.test.ts',
  'test/github/sign-in.test.ts',
  'src/cli/commands/game-there.test.ts',
  'src/cli/commands/odd-names.test.ts',
  'test/github/contract.test.ts',
  'test/home/several-rules.test.ts',
  'test/github/people.test.ts',
  'test/github/game.test.ts',
  'test/site/past.test.ts',
  'test/scenarios/',
  'test/attacks/memory.test.ts',
  'test/attacks/spoilt-caches.test.ts',
  'test/github/stormy-run.test.ts',
  'test/site/dev-site.test.ts',
  'test/site/long-history.test.ts',
  'test/package/package.test.ts',
  'test/site/propose.test.ts',
  'test/home/clauses.test.ts',
  'test/simulation/',
  'test/github/',
  'test/attacks/',
  'test/home/',
  'content/library/clans/players/sample-dynasty.test.ts',
  'test/site/',
  'test/rehearsal/',
  'src/apply/killed.test.ts',
  'src/cli/commands/',
  'src/scenario/on-kernel/',
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
