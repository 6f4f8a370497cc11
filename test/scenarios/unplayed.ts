/** What only the forge, Git or the sandbox can show of these, and why. They may only become fewer; the forge plays each of them. */
export const UNPLAYED: Readonly<Record<string, string>> = {
  'core/2008/scenarios/sections.yml': 'changes a file that is not a rule',
  'core/2019/scenarios/ruleset.yml': 'changes a file that is not a rule',
  'core/2021/scenarios/amend-endless.yml': 'writes a clause that never ends',
  'core/scenarios/ruleset-direct.yml': 'pushes to main, past the rules',
  'core/scenarios/ruleset.yml': 'changes a file that is not a rule',
};
