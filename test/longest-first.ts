import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, the longest first: begun last, one of them would keep a single worker busy at the end. */
const LONGEST = [
  'test/site/site.test.ts',
  'test/docs/pages.test.ts',
  'test/home/browser.test.ts',
  'src/apply/stopped.test.ts',
  'test/site/past.test.ts',
  'test/github/template.test.ts',
  'test/attacks/built-ins.test.ts',
  'test/github/game.test.ts',
  'test/github/whole-games.test.ts',
  'test/site/propose.test.ts',
  'test/scenarios/',
  'test/simulation/',
  'test/github/',
  'test/attacks/',
  'test/home/',
  'src/apply/killed.test.ts',
  'src/cli/commands/care-commands.test.ts',
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
