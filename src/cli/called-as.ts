/** The words that run the command line here. npm tells scripts their own name and package. */
export function calledAs(environment: Readonly<Record<string, string | undefined>>): string {
  const { npm_lifecycle_event: script, npm_package_name: project } = environment;
  if (script === 'npx') return 'npx gitnomic';
  return project === 'gitnomic' && (script === 'gitnomic' || script === 'start')
    ? 'npm run -s gitnomic --'
    : 'gitnomic';
}
