/** Former names, which are understood for one version. */
export const renamed: Readonly<Record<string, string>> = {
  'what-if': 'replay',
  open: 'seal open',
  sealed: 'seal',
  keys: 'seal keys',
  escrow: 'seal escrow',
  recover: 'doctor recover',
  backup: 'doctor backup',
  restore: 'doctor restore',
  'import-history': 'import history',
  types: 'lint types',
  journal: 'log journal',
  peace: 'admin peace',
  overview: 'admin overview',
  redact: 'admin redact',
};

const aliases: Readonly<Record<string, string>> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-V': 'version',
};

/** Replaces a former command name with the current one. */
export function withNameOfToday(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words;
  const known = { ...aliases, ...renamed };
  return Object.hasOwn(known, first) ? [...(known[first] ?? first).split(' '), ...rest] : words;
}
