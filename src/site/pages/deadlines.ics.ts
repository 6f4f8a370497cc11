import type { APIRoute } from 'astro';
import { calendarOf } from '../data/calendar.ts';
import { readSite } from '../data/read-site.ts';

export const GET: APIRoute = () => calendarOf(readSite());
