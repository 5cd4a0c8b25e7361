import { describe, expect } from 'vitest';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { it } from '#test/support/fixtures/biolinks/domain-api.ts';

const VALID = { provider: 'google', tag_id: 'G-ABC1234567', name: 'Shop analytics' };

describe('create-pixel, happy', () => {
  it('returns 201 with the pixel', async ({ call }) => {
    const { status, body } = await call('create-pixel', {
      json: { provider: 'google', tag_id: ' G-ABC1234567 ', name: ' Shop analytics ' },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
        ...VALID,
        created_at: NOW.toISOString(),
      },
    });
  });

  it.each([
    ['meta', '123456789012345'],
    ['google', 'AW-123456789'],
    ['tiktok', 'C4A1B2C3D4E5F6G7H8I9'],
  ])('accepts an id of %s', async (provider, tag_id, { call }) => {
    expect((await call('create-pixel', { json: { ...VALID, provider, tag_id } })).status).toBe(201);
  });

  it('returns the same response to a repeated request and creates nothing', async ({ api, call }) => {
    const request = { json: VALID, headers: { 'idempotency-key': 'k' } };
    const first = await call('create-pixel', request);

    expect((await call('create-pixel', request)).text).toBe(first.text);
    expect(api.core.pixels.size).toBe(1);
  });

  it('accepts a name of 100 emoji', async ({ call }) => {
    expect((await call('create-pixel', { json: { ...VALID, name: '🙂'.repeat(100) } })).status).toBe(201);
  });
});

describe('create-pixel, error', () => {
  it.each([
    [{ provider: 'linkedin' }, 'invalid_format', '#/provider'],
    [{ provider: 1 }, 'invalid_type', '#/provider'],
    [{ tag_id: 'GTM-ABC123' }, 'invalid_format', '#/tag_id'],
    [{ tag_id: '</script>' }, 'invalid_format', '#/tag_id'],
    [{ provider: 'meta' }, 'invalid_format', '#/tag_id'],
    [{ name: ' ' }, 'too_short', '#/name'],
    [{ name: 'x'.repeat(101) }, 'too_long', '#/name'],
    [{ name: 'a\nb' }, 'invalid_characters', '#/name'],
    [{ id: 'x' }, 'field_not_updatable', '#/id'],
    [{ script: 'x' }, 'unknown_field', '#/script'],
  ])('rejects %j with %s at %s', async (changes, code, pointer, { api, call }) => {
    const { status, body } = await call('create-pixel', { json: { ...VALID, ...changes } });

    expect({ status, code: body.code }).toEqual({ status: 422, code });
    expect(body.errors).toMatchObject([{ code, pointer }]);
    expect(api.core.pixels.size).toBe(0);
  });
});
