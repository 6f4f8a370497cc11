import type { APIRoute } from 'astro';
import { found, readSite } from '../../../data/read-site.ts';
import type { PublicData } from '../../../data/public-schema.ts';

/** The files for programs, each described by `schemas/api-….json`. */
export const GET: APIRoute = ({ params: { file } }) => {
  const data = found(readSite().api?.[file as keyof PublicData], file);
  return new Response(`${JSON.stringify(data)}\n`, { headers: { 'content-type': 'application/json' } });
};
