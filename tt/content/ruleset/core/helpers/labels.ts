import type { Matter, RuleFacts } from 'gitnomic/rules';

interface Rules {
  findAll(title: string): readonly RuleFacts[];
  fields(scope: 'player'): readonly { readonly id: string; readonly rule: RuleFacts }[];
}

type Reach = 'core' | 'dynastic' | 'other';

/** Whether a proposal keeps to core rules and the glossary, or to dynastic rules and what they track. */
export function labelsOf(matter: Matter, rules: Rules): readonly string[] {
  if (matter.kind !== 'proposal' || matter.changes.length === 0) return [];
  const reaches = new Set(matter.changes.map((change) => reachOf(change, rules)));
  if (reaches.size !== 1) return [];
  if (reaches.has('core')) return ['Core Proposal'];
  return reaches.has('dynastic') ? ['Dynastic Proposal'] : [];
}

function reachOf(change: Matter['changes'][number], rules: Rules): Reach {
  if (change.verb === 'set') return reachOfPath(change.path, rules);
  if (change.verb === 'add-rule') return reachOfSection(change.section ?? 'dynastic', '');
  if (change.verb === 'file') {
    const path = change.path.replace(/^content\/ruleset\//, '');
    return reachOfSection(path.split('/')[0] ?? '', path);
  }
  const [found] = rules.findAll(change.rule);
  return found === undefined ? 'other' : reachOfSection(found.section, found.path);
}

function reachOfSection(section: string, path: string): Reach {
  const name = section.toLowerCase();
  if (name === 'core' || path.startsWith('appendix/keywords')) return 'core';
  return name === 'dynastic' ? 'dynastic' : 'other';
}

/** Renaming, banning and who is an Admin belong to the core. */
const CORE_VARIABLES: readonly string[] = ['name', 'state', 'admin'];

function reachOfPath(path: string, rules: Rules): Reach {
  const [scope, , variable = ''] = path.split('.');
  if (scope === 'dynasty') return 'other';
  if (scope !== 'players') return 'dynastic';
  if (CORE_VARIABLES.includes(variable)) return 'core';
  return rules.fields('player').some(({ id, rule }) => id === variable && rule.section === 'dynastic')
    ? 'dynastic'
    : 'other';
}
