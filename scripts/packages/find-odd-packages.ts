/** A package in a lock file. */
export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

export interface PackageLock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** The parts of a package's own package.json that matter here. */
export interface OwnWords {
  readonly version?: unknown;
  readonly scripts?: Readonly<Record<string, unknown>>;
}

/** Packages whose install scripts were reviewed. None runs here: the project installs with `--ignore-scripts`. */
export const MAY_HAVE_INSTALL_SCRIPTS: readonly string[] = ['node_modules/esbuild'];

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];
const STRONG = /^sha512-[A-Za-z0-9+/]{86}==$/u;

/**
 * Finds packages that are locked without a strong integrity, or from an unusual address; that are installed with another
 * integrity or version than locked, or aren't locked at all; or that have an install script that nobody has reviewed.
 */
export function findOddPackages(
  locked: PackageLock,
  installed: PackageLock,
  readOwn: (path: string) => OwnWords | null,
): readonly string[] {
  const odd: string[] = [];
  for (const [path, one] of Object.entries(locked.packages)) {
    if (path === '') continue;
    if (one.link === true || (one.resolved !== undefined && !one.resolved.startsWith('https://')))
      odd.push(`${path} comes from ${one.resolved ?? 'a link'}.`);
    else if (!STRONG.test(one.integrity ?? ''))
      odd.push(`${path} has no sha512 integrity in package-lock.json.`);
    if (one.hasInstallScript === true && !MAY_HAVE_INSTALL_SCRIPTS.includes(path))
      odd.push(`${path} has an install script, and is none of those that may.`);
  }
  for (const [path, { integrity }] of Object.entries(installed.packages)) {
    if (path === '') continue;
    const lockedHere = locked.packages[path];
    const own = readOwn(path);
    if (lockedHere === undefined) odd.push(`${path} is installed, and not in package-lock.json.`);
    else if (lockedHere.integrity !== integrity)
      odd.push(`${path} was installed with another integrity than is locked.`);
    else if (own !== null && own.version !== lockedHere.version)
      odd.push(
        `${path} is ${String(own.version)} on disk, and ${lockedHere.version ?? '?'} in package-lock.json.`,
      );
    if (
      INSTALL_SCRIPTS.some((name) => own?.scripts?.[name] !== undefined) &&
      !MAY_HAVE_INSTALL_SCRIPTS.includes(path)
    )
      odd.push(`${path} has an install script on disk, and is none of those that may.`);
  }
  return odd;
}

/** Dependencies of locked packages, on any platform, that the lock file lacks; `npm ci` refuses such a file. */
export function findUnlocked({ packages }: PackageLock): readonly string[] {
  return Object.entries(packages).flatMap(([path, { dependencies = {}, optionalDependencies = {} }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !placesOf(name, path).some((place) => Object.hasOwn(packages, place)))
      .map((name) => `${path === '' ? 'The project' : path} needs ${name}, which is not locked.`),
  );
}

/** Yields the places from the package's own folder outwards. */
function placesOf(name: string, path: string): readonly string[] {
  const [, ...inner] = `/${path}`.split('/node_modules/');
  return [...inner.keys(), inner.length].map((deep) =>
    ['', ...inner.slice(0, deep), name].join('/node_modules/').slice(1),
  );
}
