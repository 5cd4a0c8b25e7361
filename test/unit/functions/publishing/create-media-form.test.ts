import { describe, expect } from 'vitest';
import { MEDIA_LIMITS, type MediaType } from '#shared/files/domain/media.ts';
import { MAX_FORM_BYTES } from '#shared/platform/http/multipart-form.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { formRequest, type FormField, rawForm } from '#test/support/fixtures/platform/form-body.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, type MediaApi, startMediaApi } from '#test/support/fixtures/publishing/media-api.ts';

const PNG = bytesOf('image/png');
const A_FILE = { fileName: 'Engine.png', bytes: PNG, type: 'image/png' };
const FORM = 'multipart/form-data; boundary=x';

/** Sends a form; `undefined` leaves a field out. */
async function send(
  { call }: Pick<MediaApi, 'call'>,
  { file = A_FILE, ...texts }: Record<string, FormField | undefined> = {},
  headers: Record<string, string> = {},
) {
  const fields = Object.entries({ file, ...texts }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const request = await formRequest(fields);
  return call('create-media', { ...request, headers: { ...request.headers, ...headers } });
}

function storedFiles({ api }: Pick<MediaApi, 'api'>) {
  return [...api.files.files];
}

describe('create-media with a form', () => {
  it('stores the file at once and returns it ready, without an upload', async ({ api, call }) => {
    const { status, headers, body } = await send({ call }, { alt_text: 'A brass engine' });

    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: 1,
        uuid: expect.any(String),
        name: 'Engine.png',
        mime_type: 'image/png',
        size: PNG.length,
        width: 1,
        height: 1,
        alt_text: 'A brass engine',
        state: 'ready',
        failure: null,
        created_at: NOW.toISOString(),
      },
    });
    expect(headers['Location']).toBe(
      `https://api.example.com/os/api/${api.workspaceId}/media/${body.data.uuid}`,
    );
    expect(storedFiles({ api })).toEqual([[`media/${api.workspaceId}/${body.data.uuid}`, PNG]]);
    const read = await call('get-media', { params: { media: body.data.uuid } });
    expect(api.files.follow(read.body.data.url)).toEqual(PNG);
  });

  it.each(Object.keys(MEDIA_LIMITS) as MediaType[])(
    'detects %s, whatever the form declares',
    async (type, { call }) => {
      for (const declared of ['', 'application/octet-stream', 'image/jpeg', 'text/html']) {
        const file = { fileName: 'a.bin', bytes: bytesOf(type), type: declared };

        expect((await send({ call }, { file })).body.data.mime_type).toBe(type);
      }
    },
  );

  it('names the file as the form says, then as the file, then by its number', async ({ call }) => {
    const nameOf = async (name: string | undefined, fileName: string) =>
      (await send({ call }, { name, file: { ...A_FILE, fileName } })).body.data.name;

    expect(await nameOf(' Shop ', 'a.png')).toBe('Shop');
    expect(await nameOf(undefined, String.raw`C:\a\..\Engine.png`)).toBe('Engine.png');
    expect(await nameOf(undefined, '../\u0000')).toBe('Upload 3');
    expect(await nameOf(undefined, `${'x'.repeat(1000)}.png`)).toHaveLength(255);
  });

  it.each([
    ['One\r\nTwo', 'One\nTwo'],
    ['One\r\n\r\nTwo\r\n', 'One\n\nTwo\n'],
    ['One\rTwo', 'One\nTwo'],
    ['One\nTwo', 'One\nTwo'],
  ])('stores the line breaks of %j as LF', async (alt_text, right) => {
    const { call } = await startMediaApi();

    expect((await send({ call }, { alt_text })).body.data.alt_text).toBe(right);
  });

  it.each(['', undefined])('accepts %j as no alternative text', async (alt_text, { call }) => {
    expect((await send({ call }, { alt_text })).body.data.alt_text).toBeNull();
  });

  it('returns the same response to a repeated request with another boundary, and creates nothing', async ({
    api,
    call,
  }) => {
    const first = await send({ call }, {}, { 'idempotency-key': 'k' });
    const second = await send({ call }, {}, { 'idempotency-key': 'k' });

    expect(second.text).toBe(first.text);
    expect(second.headers['Idempotent-Replayed']).toBe('true');
    expect([api.core.media.size, storedFiles({ api }).length]).toEqual([1, 1]);
    const other = { file: { ...A_FILE, bytes: bytesOf('image/png', 999) } };
    expect(codeOf(await send({ call }, other, { 'idempotency-key': 'k' }))).toBe(
      '422 idempotency_key_reused',
    );
  });

  it('leaves no bytes if the record cannot be stored', async ({ api, call }) => {
    api.core.quotas.set(`${api.workspaceId}/media`, 50_000);
    const response = await send({ call });

    expect(codeOf(response)).toBe('409 quota_exceeded');
    expect(storedFiles({ api })).toEqual([]);
  });

  it.each([
    [{ file: undefined }, 'required', '#/file'],
    [{ file: 'a text' }, 'invalid_type', '#/file'],
    [{ file: { ...A_FILE, bytes: new Uint8Array() } }, 'out_of_range', '#/file'],
    [
      {
        file: { ...A_FILE, bytes: new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')) },
      },
      'invalid_format',
      '#/file',
    ],
    [
      { file: { ...A_FILE, bytes: new Uint8Array(Buffer.from('<!doctype html><script/>')) } },
      'invalid_format',
      '#/file',
    ],
    [{ name: ' ' }, 'too_short', '#/name'],
    [{ name: 'x'.repeat(256) }, 'too_long', '#/name'],
    [{ name: A_FILE }, 'invalid_type', '#/name'],
    [{ alt_text: 'x'.repeat(1501) }, 'too_long', '#/alt_text'],
    [{ folder: '1' }, 'unknown_field', '#/folder'],
    [{ mime_type: 'image/png' }, 'unknown_field', '#/mime_type'],
    [{ id: '7' }, 'field_not_updatable', '#/id'],
  ] as [Record<string, FormField | undefined>, string, string][])(
    'rejects %j as %s at %s, and stores nothing',
    async (fields, code, pointer, { api, call }) => {
      // `file: undefined` in the arguments would be replaced by the default file.
      const request =
        'file' in fields && fields['file'] === undefined
          ? await call('create-media', await formRequest([['alt_text', 'a']]))
          : await send({ call }, fields);

      expect(codeOf(request)).toBe(`422 ${code}`);
      expect(request.body.errors).toMatchObject([{ code, pointer }]);
      expect([api.core.media.size, storedFiles({ api }).length]).toEqual([0, 0]);
    },
  );

  it('rejects a second file', async ({ call }) => {
    const request = await formRequest([
      ['file', A_FILE],
      ['file', A_FILE],
    ]);

    const { body } = await call('create-media', request);
    expect(body.errors).toMatchObject([{ code: 'invalid_type', pointer: '#/file' }]);
  });

  it('returns 400 for a body that is no form', async ({ call }) => {
    expect(codeOf(await call('create-media', rawForm(FORM, '{"name":"Engine.png"}')))).toBe(
      '400 malformed_form',
    );
    expect(codeOf(await call('create-media', rawForm('multipart/form-data', '--x--\r\n')))).toBe(
      '400 malformed_form',
    );
  });

  it('returns 400 for an empty body, as with JSON', async ({ call }) => {
    expect(codeOf(await call('create-media', { headers: { 'content-type': FORM } }))).toBe(
      '400 body_required',
    );
  });

  it('returns 413 above the maximum size, and says how to upload a larger file', async ({ call }) => {
    const { status, body } = await call('create-media', rawForm(FORM, Buffer.alloc(MAX_FORM_BYTES + 1)));

    expect([status, body.code, body.max_bytes]).toEqual([413, 'payload_too_large', MAX_FORM_BYTES]);
    expect(body.detail).toContain('two steps');
    // JSON bodies keep their own limit.
    const large = rawForm('application/json', Buffer.alloc(262_145));
    expect((await call('create-media', large)).body.max_bytes).toBe(262_144);
  });

  it('names both media types in the error for another one', async ({ call }) => {
    const { status, headers } = await call('create-media', rawForm('text/plain', 'x'));

    expect([status, headers['Accept-Post']]).toEqual([415, 'application/json, multipart/form-data']);
  });

  it('is no body of other operations', async ({ call }) => {
    const request = await formRequest([['url', 'https://files.example.com/a.png']]);

    expect(codeOf(await call('create-media-from-url', request))).toBe('415 unsupported_media_type');
  });
});
