import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moreIfSlow } from '../../test/slowly.ts';
import type { Terms } from '../kernel/manifest.ts';
import { takesAn, putTerms, replaceTerms, takeTerms } from './terms.ts';
import { parseBody } from './markdown.ts';

const terms = (player: string, players: string, emperor: string, emperors: string): Terms => ({
  player,
  players,
  emperor,
  emperors,
});
const ELVES = terms('Elf', 'Elves', 'King', 'Kings');
const CLANSMEN = terms('Clansman', 'Clansmen', 'Patriarch', 'Patriarchs');
const LORDS = terms('Vampire Lord', 'Vampire Lords', 'Richardo von Nestor', 'Richardos von Nestor');

test.each([
  [
    'plural and possessive',
    "A Player's turn. The Players’ turn. Players’, all.",
    "A Clansman's turn. The Clansmen’s turn. Clansmen’s, all.",
    CLANSMEN,
  ],
  [
    'the article',
    'A Player and an Emperor; a **Player**, a “Player”.',
    'An Elf and a King; an **Elf**, an “Elf”.',
    ELVES,
  ],
  ['capitals', 'PLAYERS, a player, AN EMPEROR', 'ELVES, an elf, A KING', ELVES],
  ['terms of several words', 'each Player, the Emperor', 'each Vampire Lord, Richardo von Nestor', LORDS],
  [
    'whole words only',
    'Players, Playered, Multiplayer, Emperors',
    'Elves, Playered, Multiplayer, Kings',
    ELVES,
  ],
  [
    'no ids',
    'player-owned, actor.player, players/ana, #player, _player_ids, a player.',
    'player-owned, actor.player, players/ana, #player, _player_ids, an elf.',
    ELVES,
  ],
  ['quotations as they are', "a 'word of Players' here", "a 'word of Clansmen' here", CLANSMEN],
])('replaces %s', (_, before, after, to) => {
  expect(putTerms(before, to)).toBe(after);
  expect(takeTerms(after, to)).toBe(before);
});

test('after replacing a term, a wrong article is still wrong, and replacing it back restores the text', () => {
  const seed = 'an Clansman, a Clansman';
  expect(takeTerms(seed, CLANSMEN)).toBe('an Player, a Player');
  expect(replaceTerms(seed, CLANSMEN, ELVES)).toBe('a Elf, an Elf');
  expect(replaceTerms('a Elf, an Elf', ELVES, CLANSMEN)).toBe(seed);
});

test('recognizes old terms in every regional spelling', () => {
  const old = terms('Armour Traveller', 'Armour Travellers', 'Grey Centre', 'Grey Centres');
  const text = 'An Armor Traveler and Armour Travelers, a Gray Center';
  expect(takeTerms(text, old)).toBe('A Player and Players, an Emperor');
});

test('leaves words in code, link targets, HTML and the list of terms alone', () => {
  const body = [
    'A `Player` and [a Player](http://example.org/Player "Player") and http://example.org/Player too.',
    '',
    '```',
    'Player',
    '```',
    '',
    '<div class="Player">x</div>',
    '',
    'These [terms](#list:terms) hold:',
    '',
    '- Player (Player)',
    '- Emperor (Emperor)',
    '',
    'The Player (not the Emperor) ![a Player](x/Player.png)',
    '',
    '[Player]: http://example.org',
  ].join('\n');
  const after = putTerms(body, LORDS, parseBody('', body, 1).verbatim);
  expect(after).toContain(
    'A `Player` and [a Vampire Lord](http://example.org/Player "Player") and http://example.org/Player too.',
  );
  expect(after).toContain('```\nPlayer\n```');
  expect(after).toContain('class="Player"');
  expect(after).toContain('- Vampire Lord (Player)\n- Richardo von Nestor (Emperor)');
  expect(after).toContain('The Vampire Lord (not Richardo von Nestor) ![a Vampire Lord](x/Player.png)');
  expect(after).toContain('[Player]: http');
});

test.each(['umbrella', 'hour', 'Emperor', 'undead', 'uninvited'])('“%s” takes “an”', (word) => {
  expect(takesAn(word)).toBe(true);
});

test.each(['unicorn', 'user', 'European', 'One', 'house', 'Wizard'])('“%s” takes “a”', (word) => {
  expect(takesAn(word)).toBe(false);
});

/** Terms that don't contain each other, capitalised, with irregular plurals. */
const someTerms = fc
  .uniqueArray(fc.stringMatching(/^[A-Z][b-dfgj-mp-z]{1,6}[aeiou]?[mnt]( [A-Z][mnpt]{2,5})?$/), {
    minLength: 2,
    maxLength: 2,
    selector: (word) => word.toLowerCase(),
  })
  .chain(([player = '', emperor = '']) =>
    fc.record({
      player: fc.constant(player),
      players: fc.constantFrom(`${player}s`, `${player}en`, `Many${player}`),
      emperor: fc.constant(emperor),
      emperors: fc.constantFrom(`${emperor}s`, `${emperor}i`),
    }),
  );

const plainText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'Player',
        'Players',
        'Emperor',
        'Emperors',
        'player',
        'players',
        'PLAYER',
        'EMPERORS',
        'a Player',
        'An Emperor',
        'A PLAYER',
        'an  Emperor',
      ),
      fc.constantFrom(
        'Players’',
        "Emperors'",
        'Player’s',
        'Emperor’s',
        'Emperors’s',
        'a *Player*',
        '[an Emperor](#x)',
        'player-id',
        'x.player',
      ),
      fc.constantFrom(
        '.',
        ', ',
        '\n',
        '(',
        ')',
        ' “',
        '” ',
        " '",
        "' ",
        ' a ',
        ' an ',
        ' the ',
        ' 48 ',
        ' wills ',
        '-',
        '_',
      ),
    ),
    { maxLength: 30 },
  )
  .map((words) => words.join(' '));

test('converting from one set of terms to another and back restores the text', () => {
  fc.assert(
    fc.property(plainText, someTerms, someTerms, (text, first, second) => {
      const one = putTerms(text, first);
      expect(takeTerms(one, first)).toBe(text);
      const words = (set: Terms): string[] =>
        Object.values(set).flatMap((term: string) => term.toLowerCase().split(' '));
      fc.pre(!words(first).some((word) => words(second).includes(word)));
      const two = replaceTerms(one, first, second);
      expect(replaceTerms(two, second, first)).toBe(one);
      expect(two).toBe(putTerms(text, second));
    }),
    { numRuns: moreIfSlow(50, 150) },
  );
});

test.each([
  ['The Emperor may veto it.', 'Richardo von Nestor may veto it.'],
  [
    "If the Emperor’s vote stands, the Emperor’s wins. The Emperor's too.",
    "If Richardo von Nestor’s vote stands, Richardo von Nestor’s wins. Richardo von Nestor's too.",
  ],
  ['The **Emperor** rests; the *Emperor*.', '**Richardo von Nestor** rests; *Richardo von Nestor*.'],
  [
    'There is no Emperor, an Emperor or each Emperor.',
    'There is no Richardo von Nestor, a Richardo von Nestor or each Richardo von Nestor.',
  ],
  [
    'becomes the new Emperor; the Emperors of old',
    'becomes the new Richardo von Nestor; the Richardos von Nestor of old',
  ],
  [
    '- Emperor (Emperor)\n- The Emperor rests',
    '- Richardo von Nestor (Emperor)\n- Richardo von Nestor rests',
  ],
  ['| Emperor | The Emperor rests |', '| Richardo von Nestor | Richardo von Nestor rests |'],
  ['Emperor', 'Richardo von Nestor'],
  ['# The Emperor’s Journey', '# Richardo von Nestor’s Journey'],
  ['a Player, the Player', 'a Vampire Lord, the Vampire Lord'],
])('drops the article before a name and restores it: %s', (plain, named) => {
  const saved = plain.includes('(Emperor)') ? [{ start: 11, end: 18 }] : [];
  expect(putTerms(plain, LORDS, saved)).toBe(named);
  const savedAgain = saved.map(() => ({ start: 23, end: 30 }));
  expect(takeTerms(named, LORDS, savedAgain)).toBe(plain);
});

test.each([
  ['Richardo von Nestor', undefined, true],
  ['Keeper of the Keys', undefined, false],
  ['Old Nick', undefined, false],
  ['Old Nick', ['emperor'], true],
  ['Ana de la Cruz', undefined, true],
  ['Captain van Guard', [], false],
] as const)('%s with names %j counts as a name: %s', (emperor, names, isOne) => {
  const own = { ...terms('Elf', 'Elves', emperor, `${emperor}s`), ...(names !== undefined && { names }) };
  expect(putTerms('if the Emperor may', own)).toBe(`if ${isOne ? '' : 'the '}${emperor} may`);
});

test('a term for players can be a name too', () => {
  const own: Terms = { ...ELVES, player: 'Nobody Else', names: ['player'] };
  expect(putTerms('The Player, a Player, the Players, the Emperor', own)).toBe(
    'Nobody Else, a Nobody Else, the Elves, the King',
  );
});

test('with names, taking the terms out and putting them in again gives the same text', () => {
  const named: Terms = { ...LORDS };
  fc.assert(
    fc.property(plainText, (text) => {
      fc.pre(!/the\s+the/iu.test(text));
      const put = putTerms(text, named);
      expect(putTerms(takeTerms(put, named), named)).toBe(put);
    }),
    { numRuns: moreIfSlow(100, 300) },
  );
});
