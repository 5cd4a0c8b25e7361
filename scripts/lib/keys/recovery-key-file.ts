import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import {
  KEY_BYTES,
  newKeyPair,
  type PrivateKey,
  publicKeyOf,
  readPrivateKey,
} from '#shared/platform/runtime/secrets/hpke.ts';

const KIND = 'private recovery key of a workspace platform';

const keyFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ kind: v.literal(KIND), privateKey: v.string(), publicKey: v.string() }),
);

/** Writes a new private key to a new file that only its owner can read. Returns the public key. @throws Error if the file exists */
export function writeRecoveryKey(path: string): string {
  const { privateRaw, publicRaw } = newKeyPair();
  const publicKey = publicRaw.toString('base64url');
  const text = JSON.stringify(
    { kind: KIND, publicKey, privateKey: privateRaw.toString('base64url') },
    null,
    2,
  );
  writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx' });
  return publicKey;
}

/** Reads a file of `writeRecoveryKey`. @throws Error that does not quote the file */
export function readRecoveryKeyFile(path: string): PrivateKey {
  const parsed = v.safeParse(keyFile, readFileSync(path, 'utf8'));
  if (parsed.success) {
    const { privateKey, publicKey } = parsed.output;
    const pair = {
      privateRaw: Buffer.from(privateKey, 'base64url'),
      publicRaw: Buffer.from(publicKey, 'base64url'),
    };
    if (pair.privateRaw.length === KEY_BYTES && publicKeyOf(pair.privateRaw).equals(pair.publicRaw))
      return readPrivateKey(pair);
  }
  throw new Error(`${path} is not a file that \`npm run restore -- recovery-key generate\` wrote.`);
}
