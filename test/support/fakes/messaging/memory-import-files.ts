import { createHash } from 'node:crypto';
import { IMPORT_UPLOAD_MS } from '#shared/messaging/domain/contact-import.ts';
import type { ImportFiles } from '#shared/messaging/ports/contact-imports.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Files of imports in a map, by key. */
export function createMemoryImportFiles() {
  const stored = new Map<string, Bytes>();
  return {
    stored,

    /** Uses an upload URL as a client does. Returns the status of the response. */
    upload(url: string, body: Bytes): number {
      const { key, size } = JSON.parse(Buffer.from(url.split('/').at(-1) ?? '', 'base64url').toString());
      if (body.length !== size) return 403;
      stored.set(key, body);
      return 200;
    },

    async presignUpload(key: string, size: number, now: Date) {
      const text = Buffer.from(JSON.stringify({ key, size })).toString('base64url');
      const headers = { 'Content-Type': 'application/x-ndjson', 'Content-Length': String(size) };
      const expiresAt = new Date(now.getTime() + IMPORT_UPLOAD_MS);
      return { method: 'PUT' as const, url: `https://files.example.com/${text}`, headers, expiresAt };
    },

    async read(key: string, offset: number, length: number) {
      const file = stored.get(key);
      if (!file) return undefined;
      const version = createHash('md5').update(file).digest('hex');
      return { bytes: file.slice(offset, offset + length), size: file.length, version };
    },

    async remove(key: string) {
      stored.delete(key);
    },
  } satisfies ImportFiles & { readonly stored: Map<string, Bytes>; readonly upload: unknown };
}
