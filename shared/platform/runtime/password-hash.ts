import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { comparedPassword } from '#shared/platform/core/text.ts';

/** Cost of new hashes (the 32 MiB row of OWASP): 2^ln iterations of r · 128 bytes, p times. */
const COST = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/u;

type Cost = typeof COST;

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** The stored form of a password: salt, hash and cost in a PHC string, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await run(comparedPassword(password), salt, HASH_BYTES, COST);
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Whether a password matches a stored hash: in the form in which passwords are compared, or exactly as it was sent, which earlier versions
 * hashed. @throws Error if the stored value is not one of these hashes
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, ln, r, p, salt, hash] = FORM.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored password has no known form');
  const expected = Buffer.from(hash, 'base64');
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  for (const form of new Set([comparedPassword(password), password])) {
    const actual = await run(form, Buffer.from(salt, 'base64'), expected.length, cost);
    if (timingSafeEqual(actual, expected)) return true;
  }
  return false;
}

function run(password: string, salt: Buffer, bytes: number, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln;
  // This cost needs slightly more memory than Node's default limit of 32 MiB.
  return derive(password, salt, bytes, { N, r, p, maxmem: 256 * N * r });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
