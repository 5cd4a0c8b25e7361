import { describe, expect } from 'vitest';
import { createHandler } from '#functions/publishing/download-media/handler.ts';
import { ATTEMPT_LEASE_MS } from '#shared/files/domain/media-download.ts';
import { type Media, uploadKey } from '#shared/files/domain/media.ts';
import { DownloadError, type RemoteFile } from '#shared/files/ports/remote-files.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { aRemoteMedia } from '#test/support/builders/files/media-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryFileStore } from '#test/support/fakes/files/memory-file-store.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { noPause } from '#test/support/fixtures/platform/no-pause.ts';
import { createMemoryFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

const PNG = bytesOf('image/png');
const PASSING = new DownloadError('http_error', 'The server responded with status 503.', { canPass: true });
const FINAL = new DownloadError('http_error', 'The server responded with status 404.');

/** What the other server does in an attempt; a function acts while the body is read. */
type Script = DownloadError | Error | (() => Promise<unknown>) | undefined;

async function start() {
  const { media, downloads } = createMemoryFixture();
  const clock = createTestClock();
  const log = createRecordingLog();
  const files = createMemoryFileStore(clock);
  const before = aRemoteMedia();
  await media.create(before, aContext());
  const scripts: Script[] = [];
  const opened: string[] = [];
  let closed = 0;
  let nonces = 0;

  async function open(url: string): Promise<RemoteFile> {
    opened.push(url);
    const script = scripts.shift();
    if (script instanceof Error) throw script;
    async function* body() {
      yield PNG.subarray(0, 100);
      if (typeof script === 'function') await script();
      yield PNG.subarray(100);
    }
    return { mimeType: 'image/png', body: body(), close: () => void (closed += 1) };
  }

  const newNonce = () => `nonce ${(nonces += 1)}`;
  const handle = createHandler({
    downloads,
    files,
    remoteFiles: { open },
    clock,
    newNonce,
    backOff: noPause,
    log,
  });
  const stored = async (): Promise<Media | undefined> => downloads.find(before.workspaceId, before.uuid);

  /** The job that is planned now. */
  async function job(): Promise<ScheduledJob> {
    const { due, dueSeq = 0 } = (await stored())?.download ?? {};
    const { workspaceId, uuid: id } = before;
    return { resource: 'media', id, workspaceId, seq: due?.seq ?? dueSeq, dueAt: due?.at.getTime() ?? 0 };
  }

  async function run(planned?: ScheduledJob): Promise<void> {
    await handle(planned ?? (await job()), { messageId: 'message-1' });
  }

  /** Advances the clock to the planned job and runs it. */
  async function runNext(): Promise<void> {
    const planned = await job();
    clock.advance(Math.max(0, (planned.dueAt - clock().getTime()) / 1000));
    await run(planned);
  }

  return {
    media,
    downloads,
    clock,
    log,
    files,
    before,
    scripts,
    opened,
    stored,
    job,
    run,
    runNext,
    closed: () => closed,
  };
}

const it = itWith(start);

describe('download-media', () => {
  it('stores the file of the URL, and nothing of the URL or the upload', async ({
    before,
    run,
    stored,
    files,
    ...world
  }) => {
    await run();

    expect(await stored()).toEqual({
      ...before,
      state: 'ready',
      mimeType: 'image/png',
      size: PNG.length,
      width: 1,
      height: 1,
      download: null,
      revision: 3,
    });
    expect([...files.files]).toEqual([[before.objectKey, PNG]]);
    expect(world.opened).toEqual(['https://files.example.com/Engine.png']);
    expect(world.closed()).toBe(1);
    expect(JSON.stringify(world.log.lines)).not.toContain('files.example.com');
  });

  it('counts an attempt and plans its watchdog before it sends anything', async (download) => {
    let during: Media | undefined;
    download.scripts.push(async () => void (during = await download.stored()));
    await download.run();

    expect(during?.download).toMatchObject({
      attempts: 1,
      due: { at: new Date(download.clock().getTime() + ATTEMPT_LEASE_MS), seq: 2, timer: false },
    });
  });

  it('tries three times with growing pauses, then fails with the last reason', async (download) => {
    download.scripts.push(PASSING, PASSING, PASSING);
    const begin = download.clock().getTime();
    await download.run();
    expect(await download.stored()).toMatchObject({
      state: 'downloading',
      download: { attempts: 1, failure: null },
    });
    await download.runNext();
    await download.runNext();

    expect(download.clock().getTime() - begin).toBe(150_000);
    expect(await download.stored()).toMatchObject({
      state: 'failed',
      mimeType: null,
      download: { url: null, failure: PASSING.failure, due: null, attempts: 3 },
    });
    expect(download.files.files.size).toBe(0);
  });

  it('is ready after an attempt that failed', async (download) => {
    download.scripts.push(PASSING);
    await download.run();
    await download.runNext();

    expect((await download.stored())?.state).toBe('ready');
  });

  it('fails at once for a reason that cannot pass', async (download) => {
    download.scripts.push(FINAL);
    await download.run();

    expect(await download.stored()).toMatchObject({ state: 'failed', download: { failure: FINAL.failure } });
    expect(download.opened.length).toBe(1);
    // A failure of another server is no alarm.
    expect(download.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('stores nothing if the body breaks or is too large', async (download) => {
    download.scripts.push(() => Promise.reject(new DownloadError('too_large', 'The file is too large.')));
    await download.run();

    expect((await download.stored())?.download?.failure?.code).toBe('too_large');
    expect(download.files.files.size).toBe(0);
    expect(download.closed()).toBe(1);
  });

  it('ends as interrupted after three attempts without an end, and logs an error', async (download) => {
    download.scripts.push(new Error('killed'), new Error('killed'), new Error('killed'));
    await expect(download.run()).rejects.toThrow('killed');
    await expect(download.runNext()).rejects.toThrow('killed');
    await expect(download.runNext()).rejects.toThrow('killed');
    await download.runNext();

    expect(await download.stored()).toMatchObject({
      state: 'failed',
      download: { failure: { code: 'interrupted' } },
    });
    expect(download.opened.length).toBe(3);
    expect(download.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { code: 'DOWNLOAD_INTERRUPTED' },
    ]);
  });

  it('does nothing for an outdated message, or one for a ready file', async (download) => {
    const first = await download.job();
    download.scripts.push(PASSING);
    await download.run(first);
    await download.run(first);
    expect(download.opened.length).toBe(1);
    const second = await download.job();
    download.clock.advance(30);
    await download.run(second);
    await download.run(second);

    expect(download.opened.length).toBe(2);
    expect((await download.stored())?.state).toBe('ready');
  });

  it('returns an early message to the queue', async (download) => {
    download.scripts.push(PASSING);
    await download.run();

    await expect(download.run(await download.job())).rejects.toThrow('starts later');
    expect(download.opened.length).toBe(1);
  });

  it('keeps a name that was edited during the attempt', async (download) => {
    download.scripts.push(async () => {
      const current = (await download.stored()) ?? expect.fail('The file is gone');
      await download.media.save(
        current,
        { ...current, name: 'Other.png', revision: current.revision + 1 },
        aContext(),
      );
    });
    await download.run();

    expect(await download.stored()).toMatchObject({
      state: 'ready',
      name: 'Other.png',
      uuid: download.before.uuid,
    });
  });

  it('leaves nothing of a file that was deleted during the attempt', async (download) => {
    download.scripts.push(async () =>
      download.media.remove((await download.stored()) ?? expect.fail('The file is gone'), aContext()),
    );
    await download.run();

    expect(await download.stored()).toBeUndefined();
    expect(download.files.files.size).toBe(0);
  });

  it('leaves nothing of a file that was deleted before, although an attempt was killed after its copy', async (download) => {
    const planned = await download.job();
    download.files.files.set(download.before.objectKey, PNG);
    download.files.files.set(uploadKey(download.before), PNG);
    await download.media.remove(download.before, aContext());
    await download.run(planned);

    expect(download.files.files.size).toBe(0);
    expect(download.opened).toEqual([]);
  });

  it('stores nothing over the attempt that has taken over', async (download) => {
    download.scripts.push(async () => {
      const current = (await download.stored()) ?? expect.fail('The file is gone');
      if (!current.download) return;
      const dueSeq = current.download.dueSeq + 1;
      const other = { ...current, revision: current.revision + 1, download: { ...current.download, dueSeq } };
      await download.downloads.advance(current, other, aContext().change);
    });
    await download.run();

    expect((await download.stored())?.state).toBe('downloading');
    // The other attempt replaces the copy, and the deletion of the file deletes it.
    expect([...download.files.files.keys()].length).toBeLessThanOrEqual(2);
  });
});
