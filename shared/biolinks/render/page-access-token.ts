import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { HOUR_SECONDS } from '#shared/platform/core/time-units.ts';

/** How long an access token is valid after the password was entered, in seconds. */
export const ACCESS_TOKEN_SECONDS = 12 * HOUR_SECONDS;

type Locked = Pick<Page, 'id' | 'passwordVersion'>;

/** Creates an access token for a page and its current password: the expiry and an HMAC. It contains nothing of the password. */
export function signAccessToken(key: Buffer, page: Locked, now: Date): string {
  const expiry = Math.floor(now.getTime() / 1000) + ACCESS_TOKEN_SECONDS;
  return `${expiry}.${proof(key, page, expiry).toString('base64url')}`;
}

/** Whether an access token was signed for this page and its current password, and has not expired. */
export function verifyAccessToken(key: Buffer, page: Locked, token: string, now: Date): boolean {
  const [, expiry, sent] = /^(\d{1,12})\.([\w-]{43})$/u.exec(token) ?? [];
  if (expiry === undefined || sent === undefined) return false;
  const isOurs = timingSafeEqual(proof(key, page, Number(expiry)), Buffer.from(sent, 'base64url'));
  return isOurs && Number(expiry) * 1000 > now.getTime();
}

function proof(key: Buffer, { id, passwordVersion }: Locked, expiry: number): Buffer {
  return createHmac('sha256', key).update(`token ${id} ${passwordVersion} ${expiry}`).digest();
}
