import { describe, expect } from 'vitest';
import { sniffType } from '#shared/files/adapters/sniff-type.ts';
import { MEDIA_LIMITS, type MediaType } from '#shared/files/domain/media.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import {
  exifOf,
  exifSegment,
  gifOf,
  jpegOf,
  mp4Of,
  pngOf,
  trackHeader,
  webpOf,
} from '#test/support/fixtures/files/picture-files.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, A_PICTURE, type MediaApi, startMediaApi } from '#test/support/fixtures/publishing/media-api.ts';

/** Runs a callback right after a step of the file store. */
function after(fixture: MediaApi, step: 'inspect' | 'copy', happens: () => unknown): void {
  const { files } = fixture.api;
  const original = files[step];
  Object.assign(files, {
    async [step](...args: unknown[]) {
      const response: unknown = await Reflect.apply(original, files, args);
      Object.assign(files, { [step]: original });
      await happens();
      return response;
    },
  });
}

describe('complete-media, happy', () => {
  it.each(Object.keys(MEDIA_LIMITS) as MediaType[])('makes an upload of %s ready', async (mime_type) => {
    const { upload, complete, call, stored } = await startMediaApi();
    const declared = await upload(bytesOf(mime_type), { ...A_PICTURE, mime_type });
    const { status, body } = await complete(declared.uuid);

    expect(status).toBe(200);
    const { width, height } = body.data;
    expect(body).toEqual({ data: { ...declared, width, height, state: 'ready' } });
    expect((await call('get-media', { params: { media: declared.uuid } })).body.data).toMatchObject(
      body.data,
    );
    expect(stored()).toEqual(['media']);
  });

  it.each<readonly [MediaType, Uint8Array<ArrayBuffer>, readonly (number | null)[]]>([
    ['image/png', pngOf(), [400, 100]],
    ['image/jpeg', jpegOf(exifSegment()), [100, 400]],
    ['image/webp', webpOf(['XMP ', Buffer.alloc(60_000)], ['EXIF', exifOf({ orientation: 8 })]), [100, 400]],
    ['image/gif', gifOf(''), [400, 100]],
    ['video/mp4', mp4Of(trackHeader({ isTurned: true })), [100, 400]],
    ['video/webm', bytesOf('video/webm'), [null, null]],
  ])('stores width and height of %s as it is shown', async (mime_type, bytes, sides) => {
    const { upload, complete, call } = await startMediaApi();
    const file = { ...A_PICTURE, mime_type, size: bytes.length };
    const { uuid, ...declared } = await upload(bytes, file);
    const { body } = await complete(uuid);

    expect([declared.width, declared.height]).toEqual([null, null]);
    expect([body.data.width, body.data.height]).toEqual(sides);
    const read = await call('get-media', { params: { media: uuid } });
    expect([read.body.data.width, read.body.data.height]).toEqual(sides);
  });

  it('replays its response to the same Idempotency-Key, whichever id is in the path', async () => {
    const { upload, call, api } = await startMediaApi();
    const { id, uuid } = await upload(bytesOf('image/png'), { ...A_PICTURE, mime_type: 'image/png' });
    const complete = (media: string) =>
      call('complete-media', { params: { media }, headers: { 'idempotency-key': 'k' } });
    const first = await complete(String(id));
    const records = api.core.responses.size;

    expect(first.status).toBe(200);
    for (const again of [await complete(uuid), await complete(uuid.toUpperCase())])
      expect(again).toMatchObject({ text: first.text, headers: { 'Idempotent-Replayed': 'true' } });
    expect(api.core.responses.size).toBe(records);
  });

  it('accepts an animated PNG as a PNG', async ({ upload, complete }) => {
    const animated = bytesOf('image/png');
    // The chunk that declares the animation, before the pixels.
    animated.set(Buffer.from('000000086163544c0000000200000000f38d9370', 'hex'), 33);

    expect(await sniffType(animated)).toBe('image/apng');
    expect((await complete((await upload(animated)).uuid)).status).toBe(200);
  });

  it('returns the same response again without checking the file a second time', async () => {
    const { api, ready, complete } = await startMediaApi();
    const media = await ready();
    const before = [...api.core.media.values()];
    api.files.files.clear();

    expect((await complete(media.uuid)).body.data).toEqual(media);
    expect([...api.core.media.values()]).toEqual(before);
  });

  it('leaves nothing that an upload URL could still change', async ({ api, call, complete }) => {
    const { data, upload } = (await call('create-media', { json: A_PICTURE })).body;
    api.files.upload(upload, bytesOf('image/png'));
    await complete(data.uuid);
    const other = bytesOf('image/png').fill(1, 100);

    expect(api.files.upload(upload, other)).toBe(200);
    const { url } = (await call('get-media', { params: { media: data.uuid } })).body.data;
    expect(api.files.follow(url)).toEqual(bytesOf('image/png'));
  });
});

describe('complete-media, error', () => {
  it('reports that nothing was uploaded', async ({ call, complete }) => {
    const { data } = (await call('create-media', { json: A_PICTURE })).body;
    const response = await complete(data.uuid);

    expect(codeOf(response)).toBe('409 media_not_uploaded');
    expect(response.body.reason).toBe('not_found');
  });

  it.each([
    ['too long', bytesOf('image/png', 1001), 'size_mismatch'],
    ['too short', bytesOf('image/png', 999), 'size_mismatch'],
    ['another type', bytesOf('image/gif'), 'type_mismatch'],
    ['a video', bytesOf('video/mp4'), 'type_mismatch'],
    ['of no known type', new Uint8Array(1000), 'type_mismatch'],
  ])('deletes an upload that is %s', async (_, bytes, reason) => {
    const { upload, replaceUpload, complete, call, stored } = await startMediaApi();
    const media = await upload();
    replaceUpload(media, bytes);
    const response = await complete(media.uuid);

    expect([codeOf(response), response.body.reason]).toEqual(['409 media_not_uploaded', reason]);
    expect(stored()).toEqual([]);
    const { data } = (await call('get-media', { params: { media: media.uuid } })).body;
    expect([data.state, data.url]).toEqual(['pending', null]);
  });

  it('accepts the right file after a wrong one', async ({ upload, replaceUpload, complete }) => {
    const media = await upload();
    replaceUpload(media, bytesOf('image/gif'));
    await complete(media.uuid);
    replaceUpload(media, bytesOf('image/png'));

    expect((await complete(media.uuid)).status).toBe(200);
  });

  it('rejects any field', async ({ upload, complete }) => {
    const { uuid } = await upload();

    expect(codeOf(await complete(uuid, { json: { size: 3 } }))).toBe('422 unknown_field');
  });
});

describe('complete-media, races', () => {
  it('never keeps bytes that it did not check', async (fixture) => {
    const media = await fixture.upload();
    after(fixture, 'inspect', () => fixture.replaceUpload(media, bytesOf('image/gif')));
    const response = await fixture.complete(media.uuid);

    expect([codeOf(response), response.body.reason]).toEqual(['409 media_not_uploaded', 'type_mismatch']);
    expect(fixture.stored()).toEqual([]);
  });

  it('returns the ready file to two concurrent requests', async ({ upload, complete, stored }) => {
    const { uuid } = await upload();
    const both = await Promise.all([complete(uuid), complete(uuid)]);

    expect(both.map(({ status, body }) => [status, body.data.state])).toEqual([
      [200, 'ready'],
      [200, 'ready'],
    ]);
    expect(stored()).toEqual(['media']);
  });

  it('returns the ready file when another request completed the upload first', async (fixture) => {
    const { uuid } = await fixture.upload();
    const { find } = fixture.api.media;
    fixture.api.media.find = async (...place) => {
      const found = await find(...place);
      fixture.api.media.find = find;
      await fixture.complete(uuid);
      return found;
    };
    const { status, body } = await fixture.complete(uuid);

    expect([status, body.data?.state]).toEqual([200, 'ready']);
    expect(fixture.stored()).toEqual(['media']);
  });

  it('keeps a concurrent edit', async (fixture) => {
    const { uuid } = await fixture.upload();
    const rename = { params: { media: uuid }, json: { name: 'Other' } };
    after(fixture, 'copy', () => fixture.call('update-media', rename));

    expect((await fixture.complete(uuid)).body.data).toMatchObject({ state: 'ready', name: 'Other' });
  });

  it('leaves no bytes of a file that was deleted during the copy', async (fixture) => {
    const { uuid } = await fixture.upload();
    const { files } = fixture.api.files;
    Object.assign(fixture.api.files, {
      async copy({ key }: { key: string }, to: string) {
        const bytes = files.get(key) ?? new Uint8Array();
        await fixture.call('delete-media', { params: { media: uuid } });
        files.set(to, bytes);
        return true;
      },
    });

    expect(codeOf(await fixture.complete(uuid))).toBe('404 media_not_found');
    expect(fixture.stored()).toEqual([]);
  });

  it('continues after a crash that followed the copy', async (fixture) => {
    const { uuid } = await fixture.upload();
    after(fixture, 'copy', () => {
      throw new Error('The power is gone');
    });

    expect((await fixture.complete(uuid)).status).toBe(500);
    expect((await fixture.complete(uuid)).body.data.state).toBe('ready');
    expect(fixture.stored()).toEqual(['media']);
  });
});
