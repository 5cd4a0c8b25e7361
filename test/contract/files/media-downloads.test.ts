import { describe, expect, it } from 'vitest';
import {
  afterFailedAttempt,
  atAttempt,
  downloadedMedia,
  failedDownload,
} from '#shared/files/domain/media-download.ts';
import { aRemoteMedia } from '#test/support/builders/files/media-builders.ts';
import { NOW, aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const FAILURE = { code: 'http_error', detail: 'The server responded with status 503.' } as const;

describeStores('MediaDownloads', (fixture) => {
  async function created() {
    const media = aRemoteMedia();
    await fixture.media.create(media, aContext());
    return media;
  }

  const read = ({ workspaceId, uuid }: { workspaceId: string; uuid: string }) =>
    fixture.downloads.find(workspaceId, uuid);
  const change = () => aContext().change;

  it('store each step, up to the ready file', async () => {
    const media = await created();
    expect(await read(media)).toEqual(media);
    const first = atAttempt(media, NOW);
    const planned = afterFailedAttempt(first, FAILURE, secondsAfterNow(1));
    const second = atAttempt(planned, secondsAfterNow(40));
    const ready = downloadedMedia(second, {
      mimeType: 'video/mp4',
      size: 90_000_000,
      width: 1920,
      height: 1080,
    });
    for (const [before, after] of [
      [media, first],
      [first, planned],
      [planned, second],
      [second, ready],
    ] as const) {
      expect(await fixture.downloads.advance(before, after, change())).toBe(true);
      expect(await read(media)).toEqual(after);
    }
    expect(await fixture.media.find(media.workspaceId, '1')).toEqual(ready);
  });

  it('store the reason of a failure, and nothing of the URL', async () => {
    const media = await created();
    const failed = failedDownload(atAttempt(media, NOW), FAILURE);
    await fixture.downloads.advance(media, failed, change());

    expect(await read(media)).toEqual(failed);
    expect(failed.download).toMatchObject({ url: null, failure: FAILURE, due: null });
  });

  describe('advance', () => {
    it('stores nothing over another change, or over nothing', async () => {
      const media = await created();
      const renamed = { ...media, name: 'Other.png', revision: 2 };
      await fixture.media.save(media, renamed, aContext());
      expect(await fixture.downloads.advance(media, atAttempt(media, NOW), change())).toBe(false);
      expect(await read(media)).toEqual(renamed);
      await fixture.media.remove(renamed, aContext());

      expect(await fixture.downloads.advance(renamed, atAttempt(renamed, NOW), change())).toBe(false);
      expect(await read(media)).toBeUndefined();
    });
  });
});
