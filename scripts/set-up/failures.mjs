// Explains a failed install in one sentence, with advice.

export const oldestNode = 20;

/** @param {string} version for example 20.11.1 */
export function tooOld(version) {
  return Number(version.split('.')[0]) < oldestNode;
}

/** The first match counts, so narrower patterns come before broader ones. */
const failures = [
  {
    sign: /^STOPPED/,
    what: 'Installing the project’s packages was stopped before it was done.',
    next: 'Run the same command again: it starts again, and is quicker.',
  },
  {
    sign: /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ENOTCACHED)\b/,
    what: 'The package registry could not be reached, so the packages that the project needs are not installed.',
    next: 'Check the network, and the proxy if there is one, and run the same command again.',
  },
  {
    sign: /\b(EROFS|EACCES|EPERM)\b/,
    what: 'This folder can’t be written to, so nothing could be installed in it.',
    next: 'Copy the project to a folder of your own, or change the permissions, and run the same command again.',
  },
  {
    sign: /\bENOSPC\b/,
    what: 'The disk is full: the packages that the project needs take about 600 MB.',
    next: 'Free some space, and run the same command again.',
  },
  {
    sign: /\bEUSAGE\b|can only install packages when your package\.json/,
    what: 'package.json and package-lock.json don’t match.',
    next: 'If you changed package.json, run `npm install --ignore-scripts`; otherwise restore both files.',
  },
  {
    sign: /\bEINTEGRITY\b/,
    what: 'A package that was downloaded is not the one that package-lock.json names.',
    next: 'Run `npm cache clean --force`, and the same command again; if it happens again, don’t trust this registry.',
  },
  {
    sign: /\bE40[34]\b|\bETARGET\b/,
    what: 'The package registry does not have, or does not give out, a package that the project needs.',
    next: 'Check which registry npm is set to (`npm config get registry`), and run the same command again.',
  },
  {
    sign: /\bNO_NPM\b/,
    what: 'npm could not be started, so the packages that the project needs are not installed.',
    next: 'Install Node with npm, and run the same command again.',
  },
  {
    sign: /\bNODE_IN_USE\b/,
    what: 'The packages changed, and on Windows the Node that is running can’t replace itself.',
    next: 'Run `npm ci --ignore-scripts` once, and the same command again.',
  },
  {
    sign: /\bNO_OWN_NODE\b/,
    what: `There is no Node 26 for this system (${process.platform}-${process.arch}) among the packages.`,
    next: 'Install Node 26 yourself, and run the same command again.',
  },
];

/**
 * @param {string} output the messages of npm or the system
 * @returns {{ what: string, next: string }}
 */
export function findFailure(output) {
  const known = failures.find(({ sign }) => sign.test(output));
  if (known) return { what: known.what, next: known.next };
  const said = output
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('A complete log'))
    .slice(0, 3)
    .join(' ');
  return {
    what: `Installing the packages that the project needs failed${said === '' ? '' : `: ${said}`}.`.replace(
      /\.\.$/,
      '.',
    ),
    next: 'Run `npm ci --ignore-scripts` to see npm’s full output.',
  };
}
