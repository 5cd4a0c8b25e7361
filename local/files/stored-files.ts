import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, type ReadStream } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { readJsonFile, writeJsonFile } from '#local/json-file.ts';

const storedFile = v.object({
  key: v.string(),
  /** Name of the file with the bytes, in the same directory. */
  data: v.string(),
  size: v.number(),
  type: v.string(),
  etag: v.string(),
  storedAt: v.number(),
});

export type StoredFile = v.InferOutput<typeof storedFile>;

export type StoredFiles = {
  find(key: string): StoredFile | undefined;
  /** Stores a body atomically: a reader sees the old file or the new one, never a part. */
  put(key: string, type: string, body: Readable, now: number): Promise<StoredFile>;
  copy(from: StoredFile, to: string, now: number): Promise<StoredFile>;
  read(file: StoredFile, range?: { readonly start: number; readonly end: number }): ReadStream;
  remove(key: string): Promise<void>;
  /** Files under a prefix in the order of their keys, at most `limit`, after a key. */
  list(prefix: string, limit: number, after: string): StoredFile[];
  /** Deletes what was stored under a prefix before a timestamp. */
  expire(prefix: string, before: number): Promise<void>;
};

/**
 * The files of one bucket in a directory: one entry per key, replaced atomically, and the bytes in a separate file. A killed
 * process can leave bytes without an entry, but never an entry without its bytes.
 */
export function openStoredFiles(directory: string): StoredFiles {
  mkdirSync(directory, { recursive: true });
  const dataOf = ({ data }: Pick<StoredFile, 'data'>): string => join(directory, data);
  // An escaped key is a single file name: it cannot leave the directory or collide with another key.
  const entryOf = (key: string): string => join(directory, `${encodeURIComponent(key)}.json`);

  function find(key: string): StoredFile | undefined {
    const entry = readJsonFile(entryOf(key));
    return entry === undefined ? undefined : v.parse(storedFile, entry);
  }

  async function replace(file: StoredFile): Promise<StoredFile> {
    const before = find(file.key);
    writeJsonFile(entryOf(file.key), file);
    if (before) await rm(dataOf(before), { force: true });
    return file;
  }

  async function remove(key: string): Promise<void> {
    const file = find(key);
    await rm(entryOf(key), { force: true });
    if (file) await rm(dataOf(file), { force: true });
  }

  return {
    find,
    remove,

    async put(key, type, body, now) {
      const data = `${randomUUID()}.data`;
      const hash = createHash('md5');
      let size = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          hash.update(chunk);
          done(null, chunk);
        },
      });
      try {
        await pipeline(body, measure, createWriteStream(dataOf({ data })));
      } catch (error) {
        await rm(dataOf({ data }), { force: true });
        throw error;
      }
      return replace({ key, data, size, type, etag: `"${hash.digest('hex')}"`, storedAt: now });
    },

    async copy(from, to, now) {
      const data = `${randomUUID()}.data`;
      await copyFile(dataOf(from), dataOf({ data }));
      return replace({ ...from, key: to, data, storedAt: now });
    },

    read: (file, range) => createReadStream(dataOf(file), range),

    list(prefix, limit, after) {
      return readdirSync(directory)
        .filter((name) => name.endsWith('.json'))
        .map((name) => decodeURIComponent(name.slice(0, -'.json'.length)))
        .filter((key) => key.startsWith(prefix) && key > after)
        .toSorted()
        .slice(0, limit)
        .flatMap((key) => find(key) ?? []);
    },

    async expire(prefix, before) {
      for (const name of readdirSync(directory).filter((each) => each.endsWith('.json'))) {
        const { key, storedAt } = v.parse(storedFile, readJsonFile(join(directory, name)));
        if (key.startsWith(prefix) && storedAt < before) await remove(key);
      }
    },
  };
}
