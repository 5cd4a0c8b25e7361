import { describe, expect } from 'vitest';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startMediaApi } from '#test/support/fixtures/publishing/media-api.ts';

const it = itWith(startWithPicture);

async function startWithPicture() {
  const fixture = await startMediaApi();
  const media = await fixture.ready();
  const edit = (json: unknown) => fixture.call('update-media', { params: { media: media.uuid }, json });
  return { ...fixture, media, edit };
}

describe('update-media, happy', () => {
  it.each([
    [{ alt_text: 'Seen from\nthe left' }, {}],
    [{ alt_text: null }, {}],
    [{ alt_text: '' }, { alt_text: null }],
    [{ name: ' Left.png ' }, { name: 'Left.png' }],
    [{ name: 'Left.png', alt_text: 'Left' }, {}],
    [{}, {}],
  ])('changes %j and nothing else', async (json, stored, { media, edit, call }) => {
    const { status, body } = await edit(json);

    expect(status).toBe(200);
    expect(body.data).toEqual({ ...media, ...json, ...stored });
    expect((await call('get-media', { params: { media: media.uuid } })).body.data).toMatchObject(body.data);
  });

  it('writes nothing if nothing changes', async ({ api, media, edit }) => {
    const before = [...api.core.media.values()];
    await edit({ name: media.name, alt_text: media.alt_text });

    expect([...api.core.media.values()]).toEqual(before);
  });

  it('keeps both of two concurrent changes', async ({ media, edit, call }) => {
    await Promise.all([edit({ name: 'Left.png' }), edit({ alt_text: 'Left' })]);

    expect((await call('get-media', { params: { media: media.uuid } })).body.data).toMatchObject({
      name: 'Left.png',
      alt_text: 'Left',
    });
  });
});

describe('update-media, error', () => {
  it.each([
    [{ name: null }, 'invalid_type', '#/name'],
    [{ name: '' }, 'too_short', '#/name'],
    [{ name: 'x'.repeat(256) }, 'too_long', '#/name'],
    [{ alt_text: 'x'.repeat(1501) }, 'too_long', '#/alt_text'],
    [{ size: 5 }, 'field_not_updatable', '#/size'],
    [{ mime_type: 'image/gif' }, 'field_not_updatable', '#/mime_type'],
    [{ state: 'ready' }, 'field_not_updatable', '#/state'],
    [{ object_key: 'media/x/y' }, 'unknown_field', '#/object_key'],
  ])('rejects %j as %s at %s', async (json, code, pointer, { edit }) => {
    const response = await edit(json);

    expect(codeOf(response)).toBe(`422 ${code}`);
    expect(response.body.errors).toMatchObject([{ code, pointer }]);
  });
});
