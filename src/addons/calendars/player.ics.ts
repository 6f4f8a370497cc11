import type { APIRoute } from 'astro';
import { calendarOf } from './calendar.ts';
import { personAt, readSite } from '../../site/data/read-site.ts';

/** The deadlines that concern a player. */
export const GET: APIRoute = ({ params: { id } }) => {
  const site = readSite();
  return calendarOf(site, personAt(site, id));
};
