import { expect, test } from 'vitest';
import type { RuleEntry } from '../../kernel/manifest.ts';
import { linkTerms, termFinder, termsOf } from './collect-rules.ts';

const entry = (path: string, title: string): RuleEntry =>
  ({ path, title, number: '1.1', section: path.split('/')[0] }) as unknown as RuleEntry;
const GLOSSARY = {
  entry: entry('appendix/words', 'Words & <b>more</b>'),
  anchor: 'appendix.words',
  html: '<p id="appendix.words:1"><strong>Quorum</strong>. One more than half.</p><ul id="appendix.words:2"><li><strong>Can</strong>: is able to.</li></ul>',
};
const VOTES = {
  entry: entry('core/votes', 'Votes'),
  anchor: 'core.votes',
  html: '<p title="a > Quorum">A Quorum of Votes; who can vote can. Quorum again, <code>Quorum</code>, Quorums.</p>',
};

function linked(html: string, own: string): string {
  const terms = termsOf([GLOSSARY, VOTES], [{ title: 'Oil', rule: 'core/votes' }]);
  return linkTerms(html, own, new Map(terms.map(({ words, anchor }) => [words, anchor])), termFinder(terms));
}

test('links the first use of a term to the glossary or rule that explains it', () => {
  expect(linked(VOTES.html, VOTES.anchor)).toBe(
    '<p title="a > Quorum">A <a class="term" data-to="appendix.words:1">Quorum</a> of Votes; who can vote can. Quorum again, <code>Quorum</code>, Quorums.</p>',
  );
});

test('doesn’t link a rule to itself, or a term where it’s defined', () => {
  expect(linked(GLOSSARY.html, GLOSSARY.anchor)).toBe(GLOSSARY.html);
});

test('links what a rule tracks, also in the plural, but not a word usually written in lower case', () => {
  expect(linked('<p>Oils. Can it?</p>', 'dynastic.a')).toBe(
    '<p><a class="term" data-to="core.votes">Oils</a>. Can it?</p>',
  );
});

test('leaves links and headings alone', () => {
  const html = '<h3>Quorum</h3><p><a href="https://x.example/">Quorum</a></p>';
  expect(linked(html, 'dynastic.a')).toBe(html);
});
