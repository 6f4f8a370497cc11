import { Ajv2020 } from 'ajv/dist/2020.js';
import ical from 'ical.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { publicSchemas } from '../../src/site/data/public-schema.ts';
import type { BuiltSite } from './built-site.ts';
import { readHtml } from './read-html.ts';

/** What programs, calendars and pages elsewhere take from the built files. */
export function checkPublished(site: () => BuiltSite): void {
  test.each(Object.entries(publicSchemas))(
    'api/v1/%s is what its schema says, and holds nothing besides',
    (name, schema) => {
      const ajv = new Ajv2020({ strict: false, allErrors: true });
      // Told as output, a schema names every field that there may be.
      const validate = ajv.compile(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));
      const path = `api/v1/${name}.json${name === 'ledger' ? 'l' : ''}`;
      const texts = name === 'ledger' ? site().text(path).trim().split('\n') : [site().text(path)];
      for (const text of texts) {
        expect(validate(JSON.parse(text)), `${path}: ${JSON.stringify(validate.errors)}`).toBe(true);
        expect(text.length).toBeGreaterThan(50);
      }
      expect(validate({ 'no-such-key': true })).toBe(false);
    },
  );

  test('matters stand in it with how they stand, and the players with their values', () => {
    const { matters } = publicSchemas.matters.parse(JSON.parse(site().text('api/v1/matters.json')));
    expect(matters.map(({ id, status, standing }) => [id, status, standing === null])).toEqual(
      expect.arrayContaining([
        ['1', 'enacted', true],
        ['3', 'pending', false],
      ]),
    );
    for (const { page } of matters) expect(site().files).toContain(`${page}index.html`);
    const { players } = publicSchemas.players.parse(JSON.parse(site().text('api/v1/players.json')));
    expect(players.find(({ id }) => id === 'bo')?.values).toHaveProperty('puissance');
  });

  test('badges say what is pending, and a pending matter has a page for frames', () => {
    expect(site().text('badges/pending.svg')).toMatch(/<title>pending: [12]<\/title>/u);
    expect(site().text('badges/quorum.svg')).toMatch(/<title>Quorum: \d<\/title>/u);
    expect(readHtml(site().text('badges/dynasty.svg')).faults).toEqual([]);
    expect(site().text('embed/3/index.html')).toContain('Another idea');
    expect(site().files).not.toContain('embed/1/index.html');
  });

  test('calendars are read by others, and say of the same things the same by the same names', () => {
    const paths = [...site().files].filter((path) => path.endsWith('.ics'));
    expect(paths).toEqual(expect.arrayContaining(['deadlines.ics', 'players/ana.ics']));
    const ids = (path: string): readonly string[] => {
      const text = site().text(path);
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThan(76);
      const events = new ical.Component(ical.parse(text)).getAllSubcomponents('vevent');
      return events.map((one) => {
        const event = new ical.Event(one);
        expect(event.startDate.toJSDate().getTime()).toBeGreaterThan(Date.parse('2024-03-01'));
        expect(event.sequence).toBeGreaterThan(100_000_000);
        expect(event.summary).toMatch(/\S/u);
        return event.uid;
      });
    };
    const all = ids('deadlines.ics');
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain('fail.3@harbour.example~2fharbour~2f');
    for (const path of paths) expect(all).toEqual(expect.arrayContaining([...ids(path)]));
  });
}
