import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { READ_VALID_MS, UPLOAD_VALID_MS } from '#shared/files/domain/media.ts';
import { FILE_FIXTURES } from '#test/support/fixtures/files/file-fixture.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';

const SECOND = 1000;
const bytes = (length = 10) => new Uint8Array(randomBytes(length));

describe.each(FILE_FIXTURES)('FileStore $name', ({ start }) => {
  const fixture = forAllTests(start, 'stop');
  const aKey = () => `pending/${randomUUID()}/${randomUUID()}`;
  const announce = (key: string, size: number) =>
    fixture.files.presignUpload({ key, mimeType: 'image/png', size }, fixture.now());

  /** Stores a file as a client does; returns its key. */
  async function stored(body = bytes()): Promise<string> {
    const key = aKey();
    expect(await fixture.upload(await announce(key, body.length), body)).toBe(200);
    return key;
  }

  describe('presignUpload', () => {
    it('accepts the announced file and returns what to send, and until when', async () => {
      const key = aKey();
      const body = bytes(70_000);
      const now = fixture.now();
      const upload = await fixture.files.presignUpload({ key, mimeType: 'image/png', size: 70_000 }, now);

      expect(upload).toMatchObject({
        method: 'PUT',
        headers: { 'Content-Type': 'image/png', 'Content-Length': '70000' },
        expiresAt: new Date(now.getTime() + UPLOAD_VALID_MS),
      });
      expect(await fixture.upload(upload, body)).toBe(200);
      expect(await fixture.files.read(key)).toEqual(body);
    });

    it.each([
      ['a byte less', 9],
      ['a byte more', 11],
      ['nothing', 0],
    ])('rejects %s', async (_, length) => {
      const key = aKey();

      expect(await fixture.upload(await announce(key, 10), bytes(length))).toBe(403);
      expect(await fixture.files.inspect(key, 1)).toBeUndefined();
    });

    it('rejects another type', async () => {
      const upload = await announce(aKey(), 10);
      const headers = { ...upload.headers, 'Content-Type': 'text/html' };

      expect(await fixture.upload({ ...upload, headers }, bytes())).toBe(403);
    });

    it('accepts a file until its URL expires', async () => {
      const upload = await announce(aKey(), 10);
      fixture.advance(UPLOAD_VALID_MS - 5 * SECOND);
      expect(await fixture.upload(upload, bytes())).toBe(200);
      fixture.advance(7 * SECOND);

      expect(await fixture.upload(upload, bytes())).toBe(403);
      fixture.advance(-UPLOAD_VALID_MS - 2 * SECOND);
    });
  });

  describe('presignRead', () => {
    it('returns the file for an hour', async () => {
      const body = bytes();
      const url = await fixture.files.presignRead(await stored(body), fixture.now());

      expect(await fixture.follow(url)).toEqual(body);
      fixture.advance(READ_VALID_MS + 2 * SECOND);
      expect(await fixture.follow(url)).toBeUndefined();
      fixture.advance(-READ_VALID_MS - 2 * SECOND);
    });
  });

  describe('inspect', () => {
    it('returns size and first bytes, or the whole of a shorter file', async () => {
      const body = bytes(50);
      const key = await stored(body);

      expect(await fixture.files.inspect(key, 20)).toMatchObject({ size: 50, start: body.slice(0, 20) });
      expect(await fixture.files.inspect(key, 80)).toMatchObject({ size: 50, start: body });
    });

    it('finds nothing at an empty location', async () => {
      expect(await fixture.files.inspect(aKey(), 20)).toBeUndefined();
    });
  });

  describe('copy', () => {
    it('copies the version that was inspected', async () => {
      const body = bytes();
      const [key, to] = [await stored(body), aKey()];
      const { version = '' } = (await fixture.files.inspect(key, 1)) ?? {};

      expect(await fixture.files.copy({ key, version }, to)).toBe(true);
      expect([await fixture.files.read(key), await fixture.files.read(to)]).toEqual([body, body]);
    });

    it('copies nothing after another upload, or without a file', async () => {
      const [key, to] = [aKey(), aKey()];
      const upload = await announce(key, 10);
      await fixture.upload(upload, bytes());
      const { version = '' } = (await fixture.files.inspect(key, 1)) ?? {};
      await fixture.upload(upload, bytes());
      expect(await fixture.files.copy({ key, version }, to)).toBe(false);
      await fixture.files.remove(key);

      expect(await fixture.files.copy({ key, version }, to)).toBe(false);
      expect(await fixture.files.inspect(to, 1)).toBeUndefined();
    });

    it('overwrites an existing file', async () => {
      const body = bytes();
      const [key, to] = [await stored(body), await stored()];
      const { version = '' } = (await fixture.files.inspect(key, 1)) ?? {};
      await fixture.files.copy({ key, version }, to);

      expect(await fixture.files.read(to)).toEqual(body);
    });
  });

  describe('store', () => {
    it.each([
      ['nothing', 0],
      ['a small file', 70_000],
      ['exactly one part', 8_388_608],
      ['two parts', 8_388_609],
      ['several parts', 20_000_000],
    ])('stores %s in the order of its chunks, as the version that can be copied', async (_, size) => {
      const [key, to] = [aKey(), aKey()];
      const body = bytes(size);
      const { version, ...rest } = await fixture.files.store(
        { key, mimeType: 'video/mp4' },
        inChunks(body, 1_000_001),
      );

      expect(rest).toEqual({ size });
      expect(await fixture.files.copy({ key, version }, to)).toBe(true);
      expect(Buffer.compare(await fixture.files.read(to), body)).toBe(0);
    });

    it.each([100, 20_000_000])(
      'throws the error of a body after %i bytes, and stores nothing',
      async (size) => {
        const key = aKey();
        async function* broken() {
          yield* inChunks(bytes(size), 1_000_000);
          throw new RangeError('the body broke');
        }

        await expect(fixture.files.store({ key, mimeType: 'video/mp4' }, broken())).rejects.toThrow(
          new RangeError('the body broke'),
        );
        expect(await fixture.files.inspect(key, 1)).toBeUndefined();
      },
    );

    it('replaces a file, so that its former version cannot be copied', async () => {
      const key = aKey();
      const first = await fixture.files.store({ key, mimeType: 'image/png' }, [bytes()]);
      const second = await fixture.files.store({ key, mimeType: 'image/png' }, [bytes()]);

      expect(await fixture.files.copy({ key, version: first.version }, aKey())).toBe(false);
      expect(await fixture.files.copy({ key, version: second.version }, aKey())).toBe(true);
    });
  });

  describe('read', () => {
    it('fails without a file', async () => {
      await expect(fixture.files.read(aKey())).rejects.toThrow();
    });
  });

  describe('remove', () => {
    it('removes one file, and succeeds without one', async () => {
      const [key, other] = [await stored(), await stored()];
      await fixture.files.remove(key);
      await fixture.files.remove(key);

      expect(await fixture.files.inspect(key, 1)).toBeUndefined();
      expect(await fixture.files.inspect(other, 1)).toBeDefined();
    });
  });
});

async function* inChunks(body: Uint8Array, length: number) {
  for (let at = 0; at < body.length; at += length) yield body.subarray(at, at + length);
}
