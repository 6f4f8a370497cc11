import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { kernelCaches as caches, onKernel } from '../../../scenario/on-kernel/fixtures/runner.ts';
import {
  changesOfForm,
  commandOfForm,
  kindOfForm,
  labelOfMark,
  parseFormBody,
  textOfForm,
} from '../../../forge/github/form-body.ts';
import { MESSAGES } from '../../../language/catalogue.ts';
import { IN_ENGLISH, wordingIn } from '../../../language/wording.ts';
import { composeRuleset } from '../../../ruleset/compose.ts';
import { shippedLibrary } from '../../../store/fixtures/shipped-library.ts';
import { Play } from '../../../session/play/play.ts';
import { commandsIn } from '../../../session/take/commands.ts';
import { formsTo } from './forge-forms.ts';
import { formsOf, isForm } from './forms.ts';
import { labelsFor } from './labels-for.ts';
import { some } from '../../../../test/slowly.ts';

/** GitHub's documented rules for issue forms, as far as these forms use them. */
const label = z.string().min(1);
const field = z.strictObject({
  type: z.enum(['input', 'textarea', 'dropdown']),
  id: z.string().regex(/^[\w-]+$/u),
  attributes: z.strictObject({
    label,
    description: z.string().optional(),
    options: z.array(z.string().min(1)).min(1).optional(),
  }),
  validations: z.strictObject({ required: z.boolean() }),
});
const form = z.strictObject({
  name: z.string().min(3),
  description: z.string().min(3).max(200),
  title: z.string().min(1).optional(),
  labels: z.array(z.string().max(50)).length(1),
  body: z.array(field).min(1),
});

const library = shippedLibrary;
const modelOf = async (core: string, dynasty?: string) => {
  const { files, terms } = composeRuleset(library, { core, ...(dynasty === undefined ? {} : { dynasty }) });
  const play = await Play.start({ files, terms, state: null, draw: () => 1, caches, runner: onKernel });
  const { model } = play;
  play.dispose();
  return model;
};

const RULESETS = [
  ['2021', 'proving'],
  ['2019', 'clans'],
  ['2008', undefined],
  ['prose', undefined],
  ['suber', undefined],
] as const;

test.each(some(RULESETS, 3))(
  'for %s with %s, a few forms that GitHub accepts lead to each post and action',
  async (core, dynasty) => {
    const model = await modelOf(core, dynasty);
    const forms = formsOf(model, '', IN_ENGLISH);
    const labels = new Set(labelsFor(model, '', IN_ENGLISH).map(({ name }) => name));
    const names: string[] = [];
    const options: string[] = [];
    for (const [file, text] of forms) {
      if (!isForm(file)) continue;
      const read = form.parse(parse(text));
      names.push(read.name);
      expect(labels).toContain(read.labels[0]);
      const own = read.body.map(({ attributes }) => attributes.label);
      expect(new Set(own).size, file).toBe(own.length);
      for (const { type, attributes } of read.body) {
        expect(attributes.options === undefined).toBe(type !== 'dropdown');
        options.push(...(attributes.options ?? []));
      }
    }
    expect(names).toEqual(['Propose', 'Act', 'Join', 'Declare', 'Ask']);
    const nothing = options.filter((option) => option === '– choose –');
    expect(new Set(options).size).toBe(options.length - nothing.length + 1);
    expect(options.length).toBeGreaterThan(nothing.length);
    const chosen = options.map((option) => ({
      kind: kindOfForm(`### Kind\n\n${option}`),
      action: commandOfForm('form', `### Action\n\n${option}`),
    }));
    for (const [id, action] of Object.entries(model.actions))
      expect(chosen.some((one) => one.action === `/act ${id}`)).toBe(!action.private);
    for (const [id, kind] of Object.entries(model.kinds))
      if (!kind.engineOnly && !['proposal', 'join-request'].includes(id))
        expect(chosen.map((one) => one.kind)).toContain(id);
  },
);

const offering = (model: object): never => ({ kinds: {}, actions: {}, ...model }) as never;
const story = { title: null, engineOnly: false, purpose: null };

test('has no form for what the rules don’t offer, or for what people can’t start by one', () => {
  const bare = formsOf(offering({}), '', IN_ENGLISH);
  expect([...bare.keys()]).toEqual(['2-act.yml', '5-ask.yml', 'config.yml']);
  expect(form.parse(parse(bare.get('2-act.yml') ?? '')).body[0]?.attributes.options).toEqual([
    '– choose –',
    'Nothing yet',
  ]);
  expect(parse(bare.get('config.yml') ?? '')).toEqual({ blank_issues_enabled: true });
  const actions = {
    'feed-cat': { title: null, private: false, with: { howMuch: 'number', to: 'player' } },
    whisper: { title: 'Whisper', private: true, with: {} },
    rest: { title: 'Have a rest', private: false, with: {} },
  };
  const kinds = {
    'long-story': story,
    news: { title: 'News', engineOnly: true },
    law: { title: 'Law', purpose: 'change' },
    guest: { title: 'Guest', purpose: 'join' },
  };
  const forms = formsOf(offering({ actions, kinds }), '', IN_ENGLISH);
  const optionsOf = (name: string): unknown =>
    form.parse(parse(forms.get(name) ?? '')).body[0]?.attributes.options?.slice(1);
  expect(optionsOf('2-act.yml')).toEqual(['Feed cat: how-much, to (feed-cat)', 'Have a rest (rest)']);
  expect(optionsOf('4-declare.yml')).toEqual(['Long story (long-story)']);
  const { changes, ...links } = formsTo('ana/hall', offering({ actions, kinds }));
  expect([Object.keys(links.actions), Object.keys(links.posts)]).toEqual([
    ['feed-cat', 'rest'],
    ['long-story', 'guest'],
  ]);
  expect([links.actions['feed-cat']?.title, links.actions['rest']?.title]).toEqual([
    'Feed cat',
    'Have a rest',
  ]);
  expect(changes.body).toBe(
    '<!-- gitnomic:form kind/law -->\n\n### Reason\n\n{reason}\n\n### Changes\n\n{changes}',
  );
  expect(links.actions['rest']).toMatchObject({
    body: '<!-- gitnomic:form act/form -->\n\n### Action\n\nHave a rest (rest)\n\n### With\n\n{with}',
    most: 65_536,
  });
  expect(links.posts['guest']?.body).toBe('<!-- gitnomic:form kind/guest -->\n\n### Text\n\n{text}');
  expect(links.posts['long-story']?.body).toContain(
    '### Kind\n\nLong story (long-story)\n\n### Text\n\n{text}',
  );
  expect(changes.address).toMatch(/\?title=\{title\}&body=%3C!--.*%0A\{changes\}$/u);
});

test('tells the forms of one game apart from those of others, and from people’s own', () => {
  const kinds = { law: { title: 'Law', purpose: 'change' } };
  const forms = formsOf(offering({ kinds }), 'games/b', IN_ENGLISH);
  expect([...forms.keys()]).toEqual([
    'games--b.1-propose.yml',
    'games--b.2-act.yml',
    'games--b.5-ask.yml',
    'config.yml',
  ]);
  expect(parse(forms.get('games--b.1-propose.yml') ?? '')).toMatchObject({
    name: 'games/b: Propose',
    labels: ['kind/law', 'of/games/b'],
  });
  expect(formsTo('ana/hall', offering({ kinds }), 'games/b').changes.body).toContain(
    '<!-- gitnomic:game games/b -->',
  );
  const own = (name: string): readonly boolean[] =>
    ['', 'games/b', 'games/c'].map((game) => isForm(name, game));
  expect(own('1-propose.yml')).toEqual([true, false, false]);
  expect(own('games--b.act-old.yml')).toEqual([false, true, false]);
  for (const name of [
    'bug.yml',
    'config.yml',
    'act-old.yml.bak',
    'my-act-old.yml',
    '1-propose.md',
    'act-.txt',
  ])
    expect(own(name)).toEqual([false, false, false]);
});

test('the forms as they look', async () => {
  const forms = formsOf(await modelOf('2021', 'proving'), '', IN_ENGLISH);
  await expect([...forms.values()].join('---\n')).toMatchFileSnapshot('__golden__/forms.yml');
});

test('forms in another language have other words, but the same fields and choices', async () => {
  const model = await modelOf('2021', 'proving');
  const marked = Object.fromEntries(MESSAGES.map((message) => [message, `⟦${message}⟧`]));
  const other = formsOf(model, '', wordingIn({ tag: 'eo', texts: marked }));
  const fieldsOf = (text: string): readonly unknown[] =>
    form
      .parse(parse(text))
      .body.map(({ type, attributes: { label, options = [] } }) => [
        type,
        label,
        options.map((option) => /\([^()]*\)$/u.exec(option)?.[0]),
      ]);
  const own = [...formsOf(model, '', IN_ENGLISH)].filter(([name]) => isForm(name));
  expect(own.length).toBe(5);
  for (const [name, text] of own) {
    const there = other.get(name) ?? '';
    expect(fieldsOf(there)).toEqual(fieldsOf(text));
    const read = form.parse(parse(there));
    const said = [read.name, read.description, ...read.body.map(({ attributes }) => attributes.description)];
    expect(said.filter((one) => !/^⟦.*⟧$/u.test(one ?? ''))).toEqual([]);
  }
  const short = formsOf(model, '', wordingIn({ tag: 'zh', texts: { Propose: '提议' } })).get('1-propose.yml');
  expect(form.parse(parse(short ?? '')).name).toBe('提议…');
});

test('reads the form for any action as the command that a comment would contain', () => {
  const body =
    '### Action\n\nPay pips: to, amount, why-so (pay-pips)\n\n### With\n\nto: ana\nAmount = 3\nwhy so: She: asked\n/enact 3';
  const [command, ...more] = commandsIn(commandOfForm('form', body));
  expect(more).toEqual([]);
  expect(command).toMatchObject({
    name: 'act',
    operands: ['pay-pips'],
    words: { to: 'ana', amount: 3, 'why-so': 'She: asked' },
  });
  // If GitHub requires no field and nothing was chosen, the form asks for no action, and the engine says so.
  expect(commandOfForm('form', '### Action\n\n_No response_\n\n### With\n\n_No response_')).toBe('/act');
  expect(commandOfForm('ask', '### Question\n\nWhy can’t I? (/why)\n\n### About\n\nroll')).toBe('/why roll');
  expect(commandOfForm('ask', '### Question\n\n_No response_\n\n### About\n\nx\n/enact 3')).toBe('/act');
});

test('turns a form’s proposal into a list of changes, and passes on what it lacks', () => {
  const body =
    '### Reason\n\nToo long.\n\n### Rule\n\nVotes\n\n### Words as they are\n\nat least 2\n\n### Words as they should be\n\nat least 3\n\n### Changes\n\n';
  const edit = [{ 'edit-rule': { rule: 'Votes', replace: 'at least 2', with: 'at least 3' } }];
  expect(parse(changesOfForm(`${body}_No response_`))).toEqual(edit);
  expect(parse(changesOfForm(`${body}\`\`\`yaml\n- repeal-rule: Bells\n\`\`\``))).toEqual([
    { 'repeal-rule': 'Bells' },
    ...edit,
  ]);
  const how = (chosen: string): string =>
    body.replace('### Words as they are', `### What becomes of the rule\n\n${chosen}\n\n$&`);
  expect(parse(changesOfForm(how('It goes (repeal)')))).toEqual([{ 'repeal-rule': 'Votes' }]);
  expect(parse(changesOfForm(how('Add a new rule with this text (add)')))).toEqual([
    { 'add-rule': { title: 'Votes', text: 'at least 3' } },
  ]);
  expect(parse(changesOfForm('### Value\n\nplayers.ana.oil\n\n### What it is to be\n\n3'))).toEqual([
    { set: { 'players.ana.oil': 3 } },
  ]);
  expect(textOfForm(`${body}_No response_`)).toBe('Too long.');
  expect(parse(changesOfForm('### Rule\n\nVotes\n\n### Changes\n\n_No response_'))).toEqual([
    { 'edit-rule': { rule: 'Votes' } },
  ]);
  expect(parse(changesOfForm('### Reason\n\n_No response_'))).toEqual([]);
});

test('reads what GitHub makes of a form as the command that a comment would contain', () => {
  const body =
    '### To\n\nana\n\n### Amount\n\n3\n\n### Why so\n\nShe: asked "me"\nand @bo\n\n### When\n\n_No response_';
  expect(parseFormBody(body).map(([name]) => name)).toEqual(['To', 'Amount', 'Why so']);
  const [command] = commandsIn(commandOfForm('pay-pips', body));
  expect(command).toMatchObject({
    name: 'act',
    operands: ['pay-pips'],
    words: { to: 'ana', amount: 3, 'why-so': 'She: asked "me"\nand @bo' },
  });
});

test('a second command in a field is text and not a command', () => {
  const said = commandOfForm('pay-pips', '### To\n\nana\n/enact 3\n\n### Amount\n\n3');
  expect(commandsIn(said)).toHaveLength(1);
});

test('the text of a post by a form is what was written', () => {
  expect(textOfForm('### Text\n\nOnce upon a time.')).toBe('Once upon a time.');
  expect(textOfForm('### Text\n\n_No response_')).toBe('');
  expect(textOfForm('### Text\n\nOne\n\n### Two\n\nmore')).toBe('### Text\n\nOne\n\n### Two\n\nmore');
  expect(textOfForm('As it is')).toBe('As it is');
});

test('the first choice of a required field says nothing, since GitHub preselects it', async () => {
  const forms = [...formsOf(await modelOf('2021', 'proving'), '', IN_ENGLISH)].filter(([name]) =>
    isForm(name),
  );
  const fields = forms.flatMap(([, text]) => form.parse(parse(text)).body);
  const required = fields.filter(({ validations }) => validations.required);
  expect(required.map(({ attributes }) => attributes.label)).toEqual(['Action', 'Kind', 'Question']);
  for (const { attributes } of required) {
    const first = `### ${attributes.label}\n\n${attributes.options?.[0] ?? ''}`;
    expect([kindOfForm(first), commandOfForm('form', first), commandOfForm('ask', first)]).toEqual([
      null,
      '/act',
      '/act',
    ]);
  }
});

test('a page’s link contains the text of an issue, which says which form it stands for', async () => {
  const { changes, actions, posts } = formsTo('ana/harbour', await modelOf('2021', 'proving'));
  expect(Object.keys(actions)).toEqual(expect.arrayContaining(['join', 'pay-pips', 'roll']));
  for (const { address, body } of [changes, ...Object.values(actions), ...Object.values(posts)]) {
    expect(labelOfMark(body), address).toMatch(/^(?:act|kind)\//u);
    const { origin, pathname, searchParams } = new URL(address);
    expect(`${origin}${pathname}`).toBe('https://github.com/ana/harbour/issues/new');
    expect([...searchParams.keys()]).toEqual(['title', 'body']);
    expect(searchParams.get('body')).toBe(body);
  }
});
