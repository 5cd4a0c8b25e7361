import { beforeEach, describe, expect, it } from 'vitest';
import * as downloadMedia from '#functions/publishing/download-media/index.ts';
import { createGuardedRemoteFiles } from '#shared/files/adapters/guarded-remote-files.ts';
import { SNIFF_LENGTH, sniffType } from '#shared/files/adapters/sniff-type.ts';
import { atAttempt } from '#shared/files/domain/media-download.ts';
import type { Media } from '#shared/files/domain/media.ts';
import type { FileStore } from '#shared/files/ports/media-store.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { aRemoteMedia } from '#test/support/builders/files/media-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryFileStore } from '#test/support/fakes/files/memory-file-store.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { lostResponse, meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { startReceiverServer } from '#test/support/fixtures/webhooks/receiver-socket.ts';

const DONE = { batchItemFailures: [] };
const PNG = bytesOf('image/png', 20_000);

const cloud = forAllTests(startLocalCloud, 'stop');
const server = forAllTests(async () => {
  const receiver = await startReceiverServer((response) => response.end(PNG));
  return { ...receiver, stop: () => receiver[Symbol.asyncDispose]() };
}, 'stop');
beforeEach(() => cloud.tidy());

/** A file that is downloaded from a real server, into a fake bucket whose calls pass the crash switch. */
async function aDownload() {
  const { stores, clock, power } = cloud;
  const before = aRemoteMedia();
  const { download } = before;
  const url = `http://127.0.0.1:${server.port}/a.png`;
  const media = { ...before, download: { ...download, url } };
  await stores.media.create(media, aContext());
  const bucket = createMemoryFileStore(clock);
  const files: Pick<FileStore, 'store' | 'copy' | 'remove'> = {
    store: (file, body) => power.through('PutObject', () => bucket.store(file, body)),
    copy: (from, to) => power.through('CopyObject', () => bucket.copy(from, to)),
    remove: (key) => power.through('DeleteObject', () => bucket.remove(key)),
  };
  const guard = createAddressGuard({ allowedHosts: ['127.0.0.1'] });
  const remoteFiles = createGuardedRemoteFiles(guard, { length: SNIFF_LENGTH, detect: sniffType }, 'test');

  const stored = async (): Promise<Media | undefined> => stores.downloads.find(media.workspaceId, media.uuid);

  async function message() {
    const { due, dueSeq = 0 } = (await stored())?.download ?? {};
    const { workspaceId, uuid: id } = media;
    return queueEvent({
      resource: 'media',
      id,
      workspaceId,
      seq: due?.seq ?? dueSeq,
      dueAt: clock().getTime(),
    });
  }

  return {
    media,
    bucket,
    stored,
    message,
    run: (event: Awaited<ReturnType<typeof message>>) =>
      cloud.start('download-media', downloadMedia, { ports: { files, remoteFiles } })(event),

    /** Continues as timers and sweep do, until the download has ended. */
    async finish(): Promise<void> {
      for (let due = (await stored())?.download?.due; due; due = (await stored())?.download?.due) {
        clock.advance(Math.max(0, (due.at.getTime() - clock().getTime()) / 1000));
        await this.run(await message());
      }
    },
  };
}

type World = Awaited<ReturnType<typeof aDownload>>;

async function expectWhole({ stored, media, bucket }: World): Promise<void> {
  expect(await stored()).toMatchObject({
    state: 'ready',
    mimeType: 'image/png',
    size: PNG.length,
    download: null,
  });
  // An upload that is left expires under its prefix.
  const kept = [...bucket.files].filter(([key]) => !key.startsWith('pending/'));
  expect(kept).toEqual([[media.objectKey, PNG]]);
}

/** The calls of a download, if none is repeated: two reads, two writes, and store, copy and delete. */
const MIN_CALLS = 7;

describe('download-media, crashed at any call', () => {
  it('has one whole file when the download ends', async () => {
    const whole = await aDownload();
    const first = await whole.message();
    cloud.power.restore();
    expect(await whole.run(first)).toEqual(DONE);
    const calls = cloud.power.calls();
    expect(calls.length).toBeGreaterThanOrEqual(MIN_CALLS);
    await expectWhole(whole);
    expect(whole.bucket.files.size).toBe(1);

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls.length; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        cloud.tidy();
        const world = await aDownload();
        const message = await world.message();
        cloud.power.cutAt(call, moment);
        await world.run(message);
        cloud.power.restore();
        // The message is received again, and the watchdog of the attempt fires.
        await world.run(message);
        await world.finish();

        await expectWhole(world);
      }
    }
  });

  it('leaves nothing of a file that is deleted before the message is received again', async () => {
    const probe = await aDownload();
    cloud.power.restore();
    await probe.run(await probe.message());
    const calls = cloud.power.calls().length;

    for (let call = 1; call <= calls; call += 1) {
      cloud.tidy();
      const world = await aDownload();
      const message = await world.message();
      cloud.power.cutAt(call, 'after');
      await world.run(message);
      cloud.power.restore();
      const current = (await world.stored()) ?? expect.fail('The file is gone');
      await cloud.stores.media.remove(current, aContext());
      // The deletion also removes the bytes, but an attempt can copy them afterwards: here, it has not removed them.
      await world.run(message);

      expect([...world.bucket.files.keys()]).toEqual([]);
    }
  });
});

describe('download-media', () => {
  it('is ready once if the response to a write is lost', async () => {
    const world = await aDownload();
    cloud.faults.dynamo.script(lostResponse('PutItem'));
    expect(await world.run(await world.message())).toEqual(DONE);
    await world.finish();

    await expectWhole(world);
  });

  it('makes one of two attempts that receive the same message together', async () => {
    const world = await aDownload();
    const message = await world.message();
    const before = server.requests.length;
    await Promise.all([world.run(message), world.run(message)]);
    await world.finish();

    await expectWhole(world);
    expect(server.requests.length - before).toBe(1);
  });

  it('stops if another attempt takes over before its last write', async () => {
    const world = await aDownload();
    const found = (await world.stored()) ?? expect.fail('The file is gone');
    if (!found.download) expect.fail('The file is not downloading');
    const message = await world.message();
    let overtaken = false;
    cloud.faults.dynamo.script(
      meanwhile('PutItem', async () => {
        overtaken = await cloud.stores.downloads.advance(
          found,
          atAttempt(found, cloud.clock()),
          aContext().change,
        );
      }),
    );
    expect(await world.run(message)).toEqual(DONE);
    expect(overtaken).toBe(true);
    expect((await world.stored())?.download?.attempts).toBe(1);
    await world.finish();

    await expectWhole(world);
  });
});
