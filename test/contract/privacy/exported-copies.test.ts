import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startFileServer } from '#local/files/file-server.ts';
import { createS3ExportFiles } from '#shared/privacy/adapters/s3-export-files.ts';
import { createS3ExportedCopies } from '#shared/privacy/adapters/s3-exported-copies.ts';
import type { ExportedCopies, StoredCopy } from '#shared/privacy/ports/exported-copies.ts';
import { createMemoryExportedCopies } from '#test/support/fakes/privacy/memory-exported-copies.ts';
import { fileStoreSettings } from '#test/support/fixtures/files/file-fixture.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';

type Fixture = {
  readonly copies: ExportedCopies;
  put(key: string, text: string): Promise<void>;
  stop(): Promise<void>;
};

async function inMemory(): Promise<Fixture> {
  const copies = createMemoryExportedCopies();
  return {
    copies,
    put: async (key, text) => copies.put(key, text),
    stop: async () => undefined,
  };
}

async function onLocalS3(): Promise<Fixture> {
  const directory = await mkdtemp(join(tmpdir(), 'copies-'));
  const server = await startFileServer({ directory, now: Date.now });
  const settings = fileStoreSettings(server.address);
  await server.openBuckets([{ name: settings.MEDIA_BUCKET, cors: undefined, expiries: [] }]);
  const files = createS3ExportFiles(settings);
  return {
    copies: createS3ExportedCopies(settings),
    put: (key, text) => files.put(key, new TextEncoder().encode(text)),
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}

describe.each([
  ['in memory', inMemory],
  ['on local S3', onLocalS3],
])('ExportedCopies %s', (_, start) => {
  const fixture = forAllTests(start, 'stop');

  /** A workspace with a file of an export of contacts, and one of the workspace. */
  async function aWorkspace() {
    const workspaceId = randomUUID();
    const keys = ['contact-exports', 'exports'].map(
      (prefix) => `${prefix}/${workspaceId}/e/r/contacts-0001.ndjson`,
    );
    for (const key of keys) await fixture.put(key, `{"in":"${key}"}\n`);
    return { workspaceId, keys };
  }

  async function listed(workspaceId: string, after?: string): Promise<StoredCopy[]> {
    const found: StoredCopy[] = [];
    for await (const copy of fixture.copies.list(workspaceId, after)) found.push(copy);
    return found;
  }

  it('lists the files of a workspace by key, also after a key', async () => {
    const { workspaceId, keys } = await aWorkspace();
    await aWorkspace();
    const found = await listed(workspaceId);

    expect(found.map(({ key, isLatest }) => [key, isLatest])).toEqual(keys.map((key) => [key, true]));
    expect(Date.now() - Number(found[0]?.writtenAt)).toBeLessThan(60_000);
    expect((await listed(workspaceId, keys[0])).map(({ key }) => key)).toEqual([keys[1]]);
    expect(await listed(workspaceId, keys[1])).toEqual([]);
  });

  it('replaces a file under its key, without its earlier version', async () => {
    const { workspaceId, keys } = await aWorkspace();
    const [copy] = await listed(workspaceId);
    if (!copy) throw new Error('The file is not listed');
    await fixture.copies.replace(copy, 'ä\n');

    expect(await fixture.copies.read(copy.key)).toBe('ä\n');
    expect((await listed(workspaceId)).map(({ key }) => key)).toEqual(keys);
  });

  it('reads nothing from a file that is gone', async () => {
    expect(await fixture.copies.read(`exports/${randomUUID()}/e/r/contacts-0001.ndjson`)).toBeUndefined();
  });

  it('removes a version, also repeatedly', async () => {
    const { workspaceId } = await aWorkspace();
    const [copy] = await listed(workspaceId);
    if (!copy) throw new Error('The file is not listed');
    await fixture.copies.remove(copy);
    await fixture.copies.remove(copy);

    expect(await fixture.copies.read(copy.key)).toBeUndefined();
    expect(await listed(workspaceId)).toHaveLength(1);
  });
});
