import { verify } from 'node:crypto';

import { z } from 'zod';

import { Refused, type Answer } from './asked.ts';
import type { World } from './world.ts';

const claimsSchema = z.strictObject({ iat: z.int(), exp: z.int(), iss: z.string() });
const LONGEST_SECONDS = 600;

/** What an App asks that says by a signed word who it is; null: it is no such request. */
export function answerApp(world: World, method: string, path: string, header: string): Answer | null {
  const asksWhere = method === 'GET' && path === '/repos/o/r/installation';
  const asksToken = method === 'POST' && path === '/app/installations/77/access_tokens';
  if (!asksWhere && !asksToken) return null;
  const app = appOf(world, header);
  const { permissions } = app;
  if (asksWhere) return [200, { id: 77, app_id: app.id, permissions }];
  const token = `ghs_of_${app.account.login.replaceAll(/\W/gu, '')}`;
  world.accounts.set(token, app.account);
  const expires = `${new Date(Date.parse(world.now) + 3_600_000).toISOString().slice(0, 19)}Z`;
  return [201, { token, expires_at: expires, permissions }];
}

function appOf({ app, now }: World, header: string): NonNullable<World['app']> {
  const [head = '', said = '', signature = ''] = header.replace(/^bearer /iu, '').split('.');
  const claims = claimsSchema.safeParse(read(said)).data;
  const isSigned =
    app !== null &&
    verify('RSA-SHA256', Buffer.from(`${head}.${said}`), app.publicKey, Buffer.from(signature, 'base64url'));
  if (
    app === null ||
    claims === undefined ||
    !isSigned ||
    ![app.clientId, String(app.id)].includes(claims.iss)
  )
    throw new Refused(401, 'A JSON web token could not be decoded');
  const seconds = Date.parse(now) / 1000;
  if (claims.exp - claims.iat > LONGEST_SECONDS || claims.exp < seconds || claims.iat > seconds)
    throw new Refused(401, "'Expiration time' claim ('exp') is too far in the future");
  return app;
}

function read(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return null;
  }
}
