import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { readJsonFile, writeJsonFile } from '#local/json-file.ts';
import { secretHint } from '#shared/webhooks/sending/signing-secret.ts';

/** Secrets a verification is done with, by name. */
export type NamedSecrets = ReadonlyMap<string, string>;

/** The secrets that the receiver was told, by names the user chose: `old`, `new`, `demo`. */
export type KnownSecrets = {
  /** Name and last four characters of each: the secrets themselves are never told again. */
  describe(): readonly { readonly name: string; readonly hint: string }[];
  put(name: string, secret: string): void;
  /** Forgets one secret; false if there is none of this name. */
  remove(name: string): boolean;
  clear(): void;
  /** All of them, or those of a comma-separated list of names; unknown names are left out. */
  select(names: string | undefined): NamedSecrets;
};

/** Files of earlier versions hold an array without names; it comes first, as an array passes for a record too. */
const fileSchema = v.union([
  v.pipe(
    v.array(v.string()),
    v.transform((secrets) => Object.fromEntries(secrets.map((secret) => [unnamed(secret), secret]))),
  ),
  v.record(v.string(), v.string()),
]);

/** Keeps the secrets in a file, so that they outlive a restart as the endpoints do. */
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

/** A name for a secret that came without one: the same secret always gets the same. */
export function unnamed(secret: string): string {
  return `unnamed-${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`;
}
