// Writes docs/scale.md: how far a game can grow, according to docs/performance.md. All numbers about the engine
// come from there or are computed from them here. GitHub's own limits are in LIMITS, as documented by GitHub.
import type { Figures } from './read-figures.ts';

/** GitHub publishes these. */
const LIMITS = {
  requestsAnHour: 1000,
  pointsAnHour: 1000,
  writesAnHour: 500,
  repositoryMb: 1000,
  siteMinutes: 10,
  buildsAnHour: 10,
  privateMinutes: 2000,
  jobHours: 6,
};
/** BlogNomic over twenty years. */
const YARDSTICK = { matters: 15_800, years: 20, dynasties: 231, people: 600 };
const TICK_EVERY_MINUTES = 10;
const DAYS_OF_MONTH = 365 / 12;
const MATTERS_A_DAY = YARDSTICK.matters / YARDSTICK.years / 365;
/** A proposal, and eight comments on it. */
const EVENTS_A_MATTER = 9;
/** A job counts as a whole minute, and a separate job starts each tick. */
const MINUTES_A_TICK = 2;

const inWords = (n: number): string => Math.round(n).toLocaleString('en-US');
/** Computed numbers are rounded to two digits. */
const about = (n: number): string => inWords(Number(n.toPrecision(2)));
const short = (n: number): string => String(Number(n.toPrecision(2)));

export function scalePage(figures: Figures): string {
  const measured = readMeasured(figures);
  return [
    beginning(),
    gameAlone(figures, measured),
    minutesOfActions(),
    longerHistory(figures, measured),
    breaksFirst(measured),
    manyPlayers(figures),
  ].join('');
}

interface Measured {
  readonly packedKb: number;
  readonly looseKb: number;
  readonly objects: number;
  /** The larger of two measurements of a matter: in a short real game, and over twenty years. */
  readonly matterKb: number;
  readonly siteSeconds: number;
  readonly siteMatters: number;
  readonly carriesMatters: number;
  readonly carriesPages: number;
}

function readMeasured({ number }: Figures): Measured {
  const matter = 'what a matter leaves in Git';
  const packedKb = number(matter, 'packedKilobytes');
  const longKb = (number('the size of a clone', 'megabytes') * 1000) / YARDSTICK.matters;
  const matterKb = Math.max(packedKb, longKb);
  const siteSeconds = number('site, cold', 'ours') / 1000;
  const siteMatters = number('site, cold', 'matters');
  return {
    packedKb,
    looseKb: number(matter, 'looseKilobytes'),
    objects: number(matter, 'objects'),
    matterKb,
    siteSeconds,
    siteMatters,
    carriesMatters: (LIMITS.repositoryMb * 1000) / matterKb,
    carriesPages: (siteMatters * LIMITS.siteMinutes * 60) / siteSeconds,
  };
}

function beginning(): string {
  return `# How far this carries

Made by \`npm run bench -- --write\` from the figures of [performance.md](performance.md), and not to be edited by hand: what a
repository, its Actions and its pages can hold by GitHub's published limits, what gives way first, and what to do then. A group that
plays on the embedded forge has only its own disk and processor to think of.

## The yardstick

BlogNomic is the longest game there is: in twenty years about ${inWords(YARDSTICK.matters)} resolved matters, ${YARDSTICK.dynasties} dynasties, some ${YARDSTICK.people} people, a dozen
at a time. That is ${short(MATTERS_A_DAY)} matters a day.

`;
}

function gameAlone({ number }: Figures, measured: Measured): string {
  const { packedKb, looseKb, objects, carriesMatters, carriesPages, siteSeconds, siteMatters } = measured;
  const idle = (what: string, matters: number): number => number(`github-idle-${what}`, what, { matters });
  const ticksAnHour = 60 / TICK_EVERY_MINUTES;
  const most = (what: string, anHour: number): string =>
    about((anHour / ticksAnHour / idle(what, 1000)) * 1000);
  return `## A game alone

<!-- prettier-ignore -->
| what | measured | what is allowed | so it carries |
| --- | --- | --- | --- |
| requests of an idle tick | ${idle('requests', 100)} at 100 open matters, ${idle('requests', 1000)} at 1,000 | ${inWords(LIMITS.requestsAnHour)} an hour for a workflow's token | at a tick every ten minutes, ${most('requests', LIMITS.requestsAnHour)} open matters |
| points of GraphQL of an idle tick | ${idle('points', 100)} at 100 open matters, ${idle('points', 1000)} at 1,000 | ${inWords(LIMITS.pointsAnHour)} an hour | at a tick every ten minutes, ${most('points', LIMITS.pointsAnHour)} open matters |
| writes: a comment kept current, a label, an answer | 1 each | ${LIMITS.writesAnHour} comments and the like an hour | ${LIMITS.writesAnHour / 5} busy matters an hour, each changed five times |
| what a tick reads of Git | ${number('tick with nothing due', 'objects', { share: 1 })} objects, ${inWords(number('tick with nothing due', 'bytes', { share: 1 }) / 1000)} KB, at 1 and at 100 % of the history | – | any length of history |
| deciding 100 matters of 10,000 votes | ${short(number('load and decide 100 matters of 10,000 voters, against 1,000', 'ours') / 1000)} s | ${LIMITS.jobHours} hours for a job | ten thousand players |
| a matter in Git, packed | ${short(packedKb)} KB with all that the engine keeps | ${inWords(LIMITS.repositoryMb)} MB recommended for a repository | ${about(carriesMatters)} matters, ${about(carriesMatters / MATTERS_A_DAY / 365)} years of BlogNomic |
| a matter in Git at home, loose | ${inWords(objects)} objects, ${inWords(looseKb)} KB | the disk, and its count of files | \`git repack\` there makes it the packed size |
| building the pages from nothing | ${inWords(siteSeconds)} s for ${inWords(siteMatters)} matters | ${LIMITS.siteMinutes} minutes for a deployment to Pages | ${about(carriesPages)} matters |
| publishing | two or three minutes | ${LIMITS.buildsAnHour} builds an hour | what happens meanwhile is shown at once with the next |

`;
}

function minutesOfActions(): string {
  const row = (games: number): string =>
    `| ${[games, ...[180, 60, TICK_EVERY_MINUTES].map((every) => about(games * minutesOfMonth(every)))].join(' | ')} |`;
  return `## Minutes of Actions

GitHub counts each job as a whole minute. A look by the clock takes ${MINUTES_A_TICK}, since one job starts the tick, and so does a proposal or a comment; here each
matter has ${EVENTS_A_MATTER - 1} comments. Public repositories pay nothing. An organisation's private games share ${inWords(LIMITS.privateMinutes)} minutes a month, so they look every three
hours and publish by hand [unless variables say otherwise](github.md#what-it-costs).

<!-- prettier-ignore -->
| private games | a look every three hours | a look every hour | a look every ten minutes |
| --- | --- | --- | --- |
${[1, 10, 100].map(row).join('\n')}

So one private game fits. Several of one organisation are public, or run on a machine of its own.

`;
}

function longerHistory({ number }: Figures, measured: Measured): string {
  const { matterKb, siteSeconds, siteMatters, carriesMatters } = measured;
  const times = (factor: number): string => {
    const matters = YARDSTICK.matters * factor;
    const cells = [
      `${factor} ×`,
      inWords(matters),
      `${about((matters * matterKb) / 1000)} MB`,
      `${about((number('cloning it', 'ours') / 1000) * factor)} s`,
      inWords(number('tick with nothing due', 'objects', { share: 1 })),
      `${about((siteSeconds * matters) / siteMatters / 60)} min`,
    ];
    return `| ${cells.join(' | ')} |`;
  };
  return `## A longer history

The first line is measured; the others are computed from it, size, cloning and building growing as the matters do and a tick's reading
staying as it is, which is measured from 1 to 100 % of that history.

<!-- prettier-ignore -->
| of BlogNomic | matters | clone | cloning it | objects of an idle tick | pages from nothing |
| --- | --- | --- | --- | --- | --- |
${[1, 10, 100].map(times).join('\n')}

When a clone passes ${inWords(LIMITS.repositoryMb)} MB, after about ${about(carriesMatters)} matters, history is to be split. A dynasty that is over is a folder that nothing
writes to again, and a tick reads none of its texts. Nobody has had to do it yet.

`;
}

function breaksFirst({ carriesPages }: Measured): string {
  return `## What breaks first

1. **A private repository's minutes**, as above. Make it public, or run it on a machine of your own.
2. **Ten builds of Pages an hour.** When more happens, the site is some minutes behind; the game is not.
3. **A burst of writing.** When many comment within an hour on a hundred matters GitHub's secondary limit speaks. The tick
   stops, says when it goes on, and the next one finishes; nothing is lost, and times are those of the comments.
4. **Pictures.** At most 6 MB a round of twenty: some hundred rounds, then see above.
5. **Open matters.** Above a thousand, GraphQL's points allow no tick every ten minutes. The rules bound this themselves: two
   pending proposals a player in each era of the library.
6. **Minutes to build the pages**, after about ${about(carriesPages)} matters from nothing. After one more matter only the pages of the running dynasty and of the whole game are built.

`;
}

function manyPlayers({ number }: Figures): string {
  return `## Many players

With ten thousand voters on each of a hundred matters, loading and deciding takes ${short(number('load and decide 100 matters of 10,000 voters, against 1,000', 'ratio'))} times what a thousand take, in a memory that is
bounded (256 MB for the rules, set in \`game.yml\`). A nomic with ten thousand players will first find that its own rules, with a
quorum of five thousand, decide nothing.
`;
}

/** The minutes of a private game as busy as BlogNomic, if it publishes by hand. */
export function minutesOfMonth(everyMinutes: number): number {
  const looks = (DAYS_OF_MONTH * 24 * 60) / everyMinutes;
  return MINUTES_A_TICK * (looks + Math.round(MATTERS_A_DAY * DAYS_OF_MONTH) * EVENTS_A_MATTER);
}
