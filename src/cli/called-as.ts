import { shellWord } from '../language/shell-word.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The words that run the command line here. npm tells scripts their own name and package. */
export function calledAs(environment: Environment): string {
  const { npm_lifecycle_event: script, npm_package_name: project } = environment;
  if (script === 'npx') return 'npx gitnomic';
  return project === 'gitnomic' && (script === 'gitnomic' || script === 'start')
    ? 'npm run -s gitnomic --'
    : 'gitnomic';
}

const SUGGESTED = /`gitnomic ([^`\n]+)`/gu;
/** Commands that take no --game, or take it for something else. */
const OF_NO_GAME =
  /^(?:doctor restore|lint types|help|import|init|languages|playground|scenario|version)(?! history)(?: |$)/u;
const BY_SOMEBODY =
  /^(?:act|admin(?! overview)|comment|post|propose|rehearse|resolve|roll|seal|vote)\b|^why .*=/u;

/**
 * Completes suggested commands, so that they can be typed as they stand, with the game and the person that
 * were named: `gitnomic why 3` → `npx gitnomic why 3 --game "my game"`
 */
export function asTypedHere(text: string, words: readonly string[], environment: Environment): string {
  const given = (option: string, line: string): string => {
    const at = words.indexOf(option);
    const value =
      at < 0 ? words.find((word) => word.startsWith(`${option}=`))?.slice(option.length + 1) : words[at + 1];
    const isThere = value === undefined || line.includes(`${option} `) || line.endsWith('--help');
    return isThere ? '' : ` ${option} ${shellWord(value)}`;
  };
  return text.replaceAll(SUGGESTED, (_, line: string) => {
    const who = BY_SOMEBODY.test(line) ? given('--as', line) : '';
    return `\`${calledAs(environment)} ${line}${who}${OF_NO_GAME.test(line) ? '' : given('--game', line)}\``;
  });
}
