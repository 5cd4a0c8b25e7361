import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { readJsonFile, writeJsonFile } from '#local/json-file.ts';
import { secretHint } from '#shared/webhooks/sending/signing-secret.ts';

/** Secrets and public keys to verify with, by name. */
export type NamedSecrets = ReadonlyMap<string, string>;

/** The secrets and public keys that users gave to the receiver, by name: `old`, `new`, `demo`. */
export type KnownSecrets = {
  /** Name and last four characters of each secret; the secrets themselves are never returned. */
  describe(): readonly { readonly name: string; readonly hint: string }[];
  put(name: string, secret: string): void;
  /** Removes a secret; returns false if there is none with this name. */
  remove(name: string): boolean;
  clear(): void;
  /** All secrets, or those of a comma-separated list of names; unknown names are ignored. */
  select(names: string | undefined): NamedSecrets;
};

/** Files of earlier versions contain an array without names. It is checked first, because an array also matches the record. */
const fileSchema = v.union([
  v.pipe(
    v.array(v.string()),
    v.transform((secrets) => Object.fromEntries(secrets.map((secret) => [unnamed(secret), secret]))),
  ),
  v.record(v.string(), v.string()),
]);

/** Opens the secrets stored in a file, which survive restarts like the endpoints do. */
export function openKnownSecrets(file: string): KnownSecrets {
  const secrets = new Map(Object.entries(v.parse(fileSchema, readJsonFile(file) ?? {})));
  const save = (): void => writeJsonFile(file, Object.fromEntries(secrets));

  return {
    describe: () => [...secrets].map(([name, secret]) => ({ name, hint: secretHint(secret) })),
    put(name, secret) {
      secrets.set(name, secret);
      save();
    },
    remove(name) {
      const existed = secrets.delete(name);
      if (existed) save();
      return existed;
    },
    clear() {
      secrets.clear();
      save();
    },
    select(names) {
      if (names === undefined) return new Map(secrets);
      const wanted = names.split(',').map((name) => name.trim());
      return new Map([...secrets].filter(([name]) => wanted.includes(name)));
    },
  };
}

/** Whether a text is a public key, which verifies `v1a` entries only, and not a secret. */
export function isPublicKey(text: string): boolean {
  return text.startsWith('whpk_');
}

/** The name of a secret that was added without one; the same secret always has the same name. */
export function unnamed(secret: string): string {
  return `unnamed-${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`;
}
