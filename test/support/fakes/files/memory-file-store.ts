import { createHash } from 'node:crypto';
import { READ_VALID_MS, UPLOAD_VALID_MS } from '#shared/files/domain/media.ts';
import type { FileStore, Upload } from '#shared/files/ports/media-store.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type MemoryFileStore = FileStore & {
  /** Stored files by key. */
  readonly files: Map<string, Bytes>;
  /** Uses an upload URL as a client does. Returns the status of the response. */
  upload(upload: Pick<Upload, 'url' | 'headers'>, body: Bytes): number;
  /** Uses a read URL; undefined if the request is rejected. */
  follow(url: string): Bytes | undefined;
};

/** Files in a map. The permissions in a URL are trusted, because no test forges one. */
export function createMemoryFileStore(clock: Clock): MemoryFileStore {
  const files = new Map<string, Bytes>();
  const versionOf = (bytes: Bytes): string => createHash('md5').update(bytes).digest('hex');
  const urlOf = (what: object): string =>
    `https://files.example.com/${Buffer.from(JSON.stringify(what)).toString('base64url')}`;
  const read = (url: string) => JSON.parse(Buffer.from(url.split('/').at(-1) ?? '', 'base64url').toString());

  return {
    files,

    upload({ url, headers }, body) {
      const { put, type, size, until } = read(url);
      const sent = headers['Content-Type'] === type && body.length === size;
      if (put === undefined || !sent || clock().getTime() > until) return 403;
      files.set(put, body);
      return 200;
    },

    follow(url) {
      const { get, until } = read(url);
      return clock().getTime() > until ? undefined : files.get(get);
    },

    async presignUpload({ key, mimeType, size }, now) {
      const expiresAt = new Date(now.getTime() + UPLOAD_VALID_MS);
      const url = urlOf({ put: key, type: mimeType, size, until: expiresAt.getTime() });
      const headers = { 'Content-Type': mimeType, 'Content-Length': String(size) };
      return { method: 'PUT', url, headers, expiresAt };
    },

    async presignRead(key, now) {
      return urlOf({ get: key, until: now.getTime() + READ_VALID_MS });
    },

    async inspect(key, length) {
      const file = files.get(key);
      return file && { size: file.length, start: file.slice(0, length), version: versionOf(file) };
    },

    async copy({ key, version }, to) {
      const file = files.get(key);
      if (!file || versionOf(file) !== version) return false;
      files.set(to, file);
      return true;
    },

    async store({ key }, body) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(Uint8Array.from(chunk));
      const file = new Uint8Array(Buffer.concat(chunks));
      files.set(key, file);
      return { size: file.length, version: versionOf(file) };
    },

    async read(key) {
      const file = files.get(key);
      if (!file) throw new Error('There is no such file');
      // Like S3, which sends the bytes anew.
      return file.slice();
    },

    async remove(key) {
      files.delete(key);
    },
  };
}
