import { describe, expect } from 'vitest';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it } from '#test/support/fixtures/publishing/account-api.ts';

describe('create-tag, happy', () => {
  it('returns 201 with the tag and its location', async ({ api, call }) => {
    const { status, headers, body } = await call('create-tag', {
      json: { name: ' Launch ', hex_color: '#Dc2626' },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: 1,
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/u),
        name: 'Launch',
        hex_color: '#Dc2626',
        created_at: NOW.toISOString(),
      },
    });
    expect(headers['Location']).toBe(
      `https://api.example.com/os/api/${api.workspaceId}/tags/${body.data.uuid}`,
    );
  });

  it('assigns a colour to a tag without one', async ({ createTag }) => {
    expect((await createTag({ name: 'Launch' })).hex_color).toBe('#3b82f6');
  });

  it('accepts the same name twice, with separate ids', async ({ createTag }) => {
    const twins = [await createTag(), await createTag()];

    expect(twins.map(({ id, name }) => [id, name])).toEqual([
      [1, 'Launch'],
      [2, 'Launch'],
    ]);
  });

  it('accepts a name of 255 emoji', async ({ call }) => {
    expect((await call('create-tag', { json: { name: '🙂'.repeat(255) } })).status).toBe(201);
  });

  it('returns the same response to a repeated request and creates nothing', async ({ api, call }) => {
    const request = { json: { name: 'Launch' }, headers: { 'idempotency-key': 'k' } };
    const first = await call('create-tag', request);

    expect((await call('create-tag', request)).text).toBe(first.text);
    expect(api.core.tags.size).toBe(1);
  });
});

describe('create-tag, error', () => {
  it.each([
    [{ name: undefined }, 'required', '#/name'],
    [{ name: ' ' }, 'too_short', '#/name'],
    [{ name: 'x'.repeat(256) }, 'too_long', '#/name'],
    [{ name: 'a\nb' }, 'invalid_characters', '#/name'],
    [{ name: 1 }, 'invalid_type', '#/name'],
    [{ hex_color: 'red' }, 'invalid_color', '#/hex_color'],
    [{ hex_color: '#fff' }, 'invalid_color', '#/hex_color'],
    [{ hex_color: '#0000000' }, 'invalid_color', '#/hex_color'],
    [{ hex_color: null }, 'invalid_type', '#/hex_color'],
    [{ id: 3 }, 'field_not_updatable', '#/id'],
    [{ uuid: 'x' }, 'field_not_updatable', '#/uuid'],
    [{ color: '#000000' }, 'unknown_field', '#/color'],
  ])('rejects %j as %s', async (change, code, pointer, { api, call }) => {
    const response = await call('create-tag', { json: { name: 'Launch', ...change } });

    expect(codeOf(response)).toBe(`422 ${code}`);
    expect(response.body.errors).toEqual([expect.objectContaining({ code, pointer })]);
    expect(api.core.tags.size).toBe(0);
  });
});
