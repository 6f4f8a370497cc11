import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { caches } from '../../../cache/fixtures/shared-caches.ts';
import { commandOfForm, parseFormBody, textOfForm } from '../../../forge/github/form-body.ts';
import { composeRuleset } from '../../../ruleset/compose.ts';
import { shippedLibrary } from '../../../store/fixtures/shipped-library.ts';
import { Play } from '../../../play/play.ts';
import { commandsIn } from '../../../decide/commands.ts';
import { formsOf, isForm, labelsFor } from './forms.ts';

/** What GitHub documents of issue forms, as far as they are used. */
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
  const play = await Play.start({ files, terms, state: null, draw: () => 1, caches });
  const { model } = play;
  play.dispose();
  return model;
};

test.each([
  ['2021', 'proving'],
  ['2019', 'clans'],
  ['2008', undefined],
])(
  'the rules of %s with %s have a form for each post and action, which GitHub takes',
  async (core, dynasty) => {
    const model = await modelOf(core, dynasty);
    const forms = formsOf(model);
    const labels = new Set(labelsFor(model).map(({ name }) => name));
    const names: string[] = [];
    for (const [file, text] of forms) {
      if (!isForm(file)) continue;
      const read = form.parse(parse(text));
      names.push(read.name);
      expect(labels).toContain(read.labels[0]);
      const own = read.body.map(({ attributes }) => attributes.label);
      expect(new Set(own).size, file).toBe(own.length);
      for (const { type, attributes } of read.body)
        expect(attributes.options === undefined).toBe(type !== 'dropdown');
    }
    expect(new Set(names).size).toBe(names.length);
    const offered = Object.entries(model.actions).filter(([, action]) => !action.private);
    expect([...forms.keys()].filter((file) => file.startsWith('act-'))).toEqual(
      offered.map(([id]) => `act-${id}.yml`),
    );
  },
);

test('a form as it looks', async () => {
  const forms = formsOf(await modelOf('2021', 'proving'));
  await expect(
    [forms.get('act-pay-pips.yml'), forms.get('post-story.yml')].join('---\n'),
  ).toMatchFileSnapshot('__golden__/forms.yml');
});

test('what GitHub makes of a form is read as the command that a comment would hold', () => {
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

test('a second command in a field is a word and no command', () => {
  const said = commandOfForm('pay-pips', '### To\n\nana\n/enact 3\n\n### Amount\n\n3');
  expect(commandsIn(said)).toHaveLength(1);
});

test('the text of a post by a form is what was written', () => {
  expect(textOfForm('### Text\n\nOnce upon a time.')).toBe('Once upon a time.');
  expect(textOfForm('### Text\n\n_No response_')).toBe('');
  expect(textOfForm('### Text\n\nOne\n\n### Two\n\nmore')).toBe('### Text\n\nOne\n\n### Two\n\nmore');
  expect(textOfForm('As it is')).toBe('As it is');
});
