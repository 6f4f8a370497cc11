import { expect, test } from 'vitest';

import { sectionForNew, sectionsToChoose } from './manifest.ts';

const rulesIn = (...sections: readonly string[]) => sections.map((section) => ({ section }));

test.each([
  [[], false, 'core'],
  [['core', 'core'], true, 'core'],
  [['core', 'appendix'], true, 'dynastic'],
  [['core', 'appendix'], false, 'core'],
  [['core', 'dynastic'], false, 'dynastic'],
  [['core', 'charter', 'statutes'], true, 'statutes'],
  [['charter'], false, 'charter'],
  [['charter', 'statutes', 'appendix'], false, 'appendix'],
] as const)('among %j, with dynasties %s, a new rule goes to %s', (sections, hasDynasties, section) => {
  expect(sectionForNew(rulesIn(...sections), hasDynasties)).toBe(section);
});

test('offers the usual sections if rules in several of them know dynasties, or else those that hold rules', () => {
  expect(sectionsToChoose(rulesIn('core', 'appendix'), true)).toEqual([
    'core',
    'dynastic',
    'special-case',
    'appendix',
  ]);
  expect(sectionsToChoose(rulesIn('core', 'appendix'), false)).toEqual(['core', 'appendix']);
  expect(sectionsToChoose(rulesIn('core'), true)).toEqual(['core']);
  expect(sectionsToChoose(rulesIn('charter', 'statutes'), true)).toEqual(['charter', 'statutes']);
});
