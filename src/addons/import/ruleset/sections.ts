import type { Section } from '../../../kernel/manifest.ts';

const SECTION_TITLES: readonly (readonly [Section, RegExp])[] = [
  ['core', /^core(?: rules)?$/i],
  ['dynastic', /^dynastic(?: rules)?$/i],
  ['special-case', /^special[ -]cases?(?: rules)?$/i],
  ['appendix', /^appendix$/i],
];

export function sectionNamed(title: string): Section | null {
  return SECTION_TITLES.find(([, pattern]) => pattern.test(title.trim()))?.[0] ?? null;
}
