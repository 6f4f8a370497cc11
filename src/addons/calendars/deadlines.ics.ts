import type { APIRoute } from 'astro';
import { calendarOf } from './calendar.ts';
import { readSite } from '../../site/data/read-site.ts';

export const GET: APIRoute = () => calendarOf(readSite());
