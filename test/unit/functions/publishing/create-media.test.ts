import { describe, expect } from 'vitest';
import { MEDIA_LIMITS } from '#shared/files/domain/media.ts';
import names from '#test/corpus/media-type-names.json' with { type: 'json' };
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, A_PICTURE, startMediaApi } from '#test/support/fixtures/publishing/media-api.ts';

describe('create-media, names of media types', () => {
  it.each(names)('of $input: $right ($report)', async ({ input, right }, { call }) => {
    const response = await call('create-media', { json: { ...A_PICTURE, mime_type: input } });
    const { status, body } = response;

    if (right === 'invalid_format') expect(codeOf(response)).toBe(`422 ${right}`);
    else
      expect([status, body.data.mime_type, body.upload.headers['Content-Type']]).toEqual([201, right, right]);
  });
});

describe('create-media, happy', () => {
  it('returns 201 with the file, its location, and the request that uploads it', async ({ api, call }) => {
    const { status, headers, body } = await call('create-media', {
      json: { ...A_PICTURE, name: ' Engine.png ', mime_type: ' Image/PNG ' },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: 1,
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/u),
        ...A_PICTURE,
        width: null,
        height: null,
        state: 'pending',
        failure: null,
        created_at: NOW.toISOString(),
      },
      upload: {
        method: 'PUT',
        url: expect.stringMatching(/^https:/u),
        headers: { 'Content-Type': 'image/png', 'Content-Length': '1000' },
        expires_at: secondsAfterNow(900).toISOString(),
      },
    });
    const path = `/os/api/${api.workspaceId}/media/${body.data.uuid}`;
    expect(headers['Location']).toBe(`https://api.example.com${path}`);
    expect(api.files.upload(body.upload, bytesOf('image/png'))).toBe(200);
  });

  it('directs uploads to a location with expiry, and never to the location of checked files', async () => {
    const { upload, stored } = await startMediaApi();
    await upload();

    expect(stored()).toEqual(['pending']);
  });

  it.each(Object.entries(MEDIA_LIMITS))('accepts %s up to its limit', async (mime_type, size) => {
    const { call } = await startMediaApi();

    expect((await call('create-media', { json: { name: 'File', mime_type, size } })).status).toBe(201);
  });

  it.each([undefined, null, ''])('accepts %j as no alternative text', async (alt_text, { call }) => {
    const { body } = await call('create-media', { json: { ...A_PICTURE, alt_text } });

    expect(body.data.alt_text).toBeNull();
  });

  it('continues the numbering for each file of the workspace', async ({ call }) => {
    const create = async () => (await call('create-media', { json: A_PICTURE })).body.data.id;

    expect([await create(), await create()]).toEqual([1, 2]);
  });

  it('returns the same response to a repeated request and creates nothing', async ({ api, call }) => {
    const request = { json: A_PICTURE, headers: { 'idempotency-key': 'k' } };
    const first = await call('create-media', request);

    expect((await call('create-media', request)).text).toBe(first.text);
    expect(api.core.media.size).toBe(1);
  });
});

describe('create-media, error', () => {
  it.each([
    [{ name: undefined }, 'required', '#/name'],
    [{ name: ' ' }, 'too_short', '#/name'],
    [{ name: 'x'.repeat(256) }, 'too_long', '#/name'],
    [{ name: 'a\nb' }, 'invalid_characters', '#/name'],
    [{ mime_type: undefined }, 'required', '#/mime_type'],
    [{ mime_type: 7 }, 'invalid_type', '#/mime_type'],
    [{ mime_type: 'image/svg+xml' }, 'invalid_format', '#/mime_type'],
    [{ mime_type: 'constructor' }, 'invalid_format', '#/mime_type'],
    [{ mime_type: 'text/html', size: 1e12 }, 'invalid_format', '#/mime_type'],
    [{ size: undefined }, 'required', '#/size'],
    [{ size: '1000' }, 'invalid_type', '#/size'],
    [{ size: 1.5 }, 'invalid_type', '#/size'],
    [{ size: 0 }, 'out_of_range', '#/size'],
    [{ size: -1 }, 'out_of_range', '#/size'],
    [{ size: 2 ** 60 }, 'out_of_range', '#/size'],
    [{ alt_text: 'x'.repeat(1501) }, 'too_long', '#/alt_text'],
    [{ alt_text: 'a\u0000' }, 'invalid_characters', '#/alt_text'],
    [{ alt_text: 1 }, 'invalid_type', '#/alt_text'],
    [{ state: 'ready' }, 'field_not_updatable', '#/state'],
    [{ id: 3 }, 'field_not_updatable', '#/id'],
    [{ bytes: 'x' }, 'unknown_field', '#/bytes'],
  ])('rejects %j as %s at %s', async (changes, code, pointer, { api, call }) => {
    const response = await call('create-media', { json: { ...A_PICTURE, ...changes } });

    expect(codeOf(response)).toBe(`422 ${code}`);
    expect(response.body.errors).toMatchObject([{ code, pointer }]);
    expect(api.core.media.size).toBe(0);
  });

  it.each(Object.entries(MEDIA_LIMITS))('returns the limit of %s', async (mime_type, limit) => {
    const { call } = await startMediaApi();
    const { status, body } = await call('create-media', {
      json: { ...A_PICTURE, mime_type, size: limit + 1 },
    });

    expect([status, body.code, body.limit]).toEqual([422, 'out_of_range', limit]);
    expect(body.errors).toMatchObject([{ pointer: '#/size', limit }]);
  });

  it('returns the allowed types', async ({ call }) => {
    const { body } = await call('create-media', { json: { ...A_PICTURE, mime_type: 'image/bmp' } });

    expect(body).toMatchObject({ code: 'invalid_format', allowed: Object.keys(MEDIA_LIMITS) });
  });
});
