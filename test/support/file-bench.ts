import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_AWS } from '#local/aws-identity.ts';
import { startFileServer } from '#local/files/file-server.ts';
import type { FileStore, Upload } from '#shared/domain/ports/media-store.ts';
import { createS3FileStore } from '#shared/runtime/s3-file-store.ts';
import { createMemoryFileStore } from './memory-file-store.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A store of files and a client that uses its URLs. Its clock runs, so that requests are signed for now; it can be set ahead. */
export type FileBench = {
  readonly files: FileStore;
  readonly now: () => Date;
  advance(milliseconds: number): void;
  /** Uses an upload's URL. Gives the status of the answer. */
  upload(upload: Pick<Upload, 'url' | 'headers'>, body: Bytes): Promise<number>;
  /** Follows a URL to read; undefined if it is refused. */
  follow(url: string): Promise<Bytes | undefined>;
  stop(): Promise<void>;
};

function createClock() {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds: number) => void (ahead += milliseconds),
  };
}

async function startMemory(): Promise<FileBench> {
  const clock = createClock();
  const files = createMemoryFileStore(clock.now);
  return {
    ...clock,
    files,
    upload: async (upload, body) => files.upload(upload, body),
    follow: async (url) => files.follow(url),
    stop: async () => undefined,
  };
}

const BUCKET = 'MediaBucket';

/** The settings of a function that finds the store of files at an address. */
export function fileStoreSettings(address: string) {
  return {
    MEDIA_BUCKET: BUCKET,
    AWS_REGION: LOCAL_AWS.region,
    AWS_ACCESS_KEY_ID: LOCAL_AWS.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_AWS.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_S3: address,
  };
}

async function startLocalS3(): Promise<FileBench> {
  const directory = await mkdtemp(join(tmpdir(), 'files-'));
  const clock = createClock();
  const server = await startFileServer({ directory, now: () => clock.now().getTime() });
  await server.openBuckets([{ name: BUCKET, cors: undefined, expiries: [] }]);
  return {
    ...clock,
    files: createS3FileStore(fileStoreSettings(server.address)),
    async upload({ url, headers }, body) {
      // The client of a test sends the length of its body, whatever it was told to send.
      const { 'Content-Length': _, ...others } = headers;
      return (await fetch(url, { method: 'PUT', headers: others, body })).status;
    },
    async follow(url) {
      const response = await fetch(url);
      const body = new Uint8Array(await response.arrayBuffer());
      return response.ok ? body : undefined;
    },
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}

/** What the contract of the store of files runs on. */
export const FILE_BENCHES: readonly { readonly name: string; readonly start: () => Promise<FileBench> }[] = [
  { name: 'in memory', start: startMemory },
  { name: 'on local S3', start: startLocalS3 },
];
