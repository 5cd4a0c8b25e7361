import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type EncryptionContext = Readonly<Record<string, string>>;

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key of this data directory, created on first use and readable only by its owner. */
export function loadLocalKey(path: string): Buffer {
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, randomBytes(32), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = readFileSync(path);
  if (key.length !== 32) throw new Error(`${path} is not a key of 32 bytes`);
  return key;
}

/** Encrypts `plaintext`. The key id and the context are authenticated but not stored with the ciphertext. */
export function seal(key: Buffer, keyId: string, context: EncryptionContext, plaintext: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(boundData(keyId, context));
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const id = Buffer.from(keyId, 'utf8');
  return Buffer.concat([Buffer.from([VERSION, id.length]), id, iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts a ciphertext. Returns undefined if the bytes, the key or the context differ. */
export function open(
  key: Buffer,
  context: EncryptionContext,
  blob: Buffer,
): { keyId: string; plaintext: Buffer } | undefined {
  const idEnd = 2 + (blob[1] ?? 0);
  if (blob[0] !== VERSION || blob.length < idEnd + IV_BYTES + TAG_BYTES) return undefined;
  const keyId = blob.toString('utf8', 2, idEnd);
  const ivEnd = idEnd + IV_BYTES;
  const tagEnd = ivEnd + TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, blob.subarray(idEnd, ivEnd));
  decipher.setAAD(boundData(keyId, context));
  decipher.setAuthTag(blob.subarray(ivEnd, tagEnd));
  try {
    return { keyId, plaintext: Buffer.concat([decipher.update(blob.subarray(tagEnd)), decipher.final()]) };
  } catch {
    return undefined;
  }
}

/** An encryption context is a set: the order of its entries must not matter. */
function boundData(keyId: string, context: EncryptionContext): Buffer {
  const entries = Object.entries(context).toSorted(([left], [right]) =>
    left < right ? -1 : left > right ? 1 : 0,
  );
  return Buffer.from(JSON.stringify([keyId, entries]), 'utf8');
}
