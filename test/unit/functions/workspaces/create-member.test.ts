import { describe, expect } from 'vitest';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, startWorkspaceApi } from '#test/support/fixtures/workspaces/workspace-api.ts';

const VALID = { name: 'Eve Editor', email: 'eve@example.com', role: 'editor', products: ['publishing'] };

describe('create-member, happy', () => {
  it('returns 201 with the member', async ({ call }) => {
    expect(await call('create-member', { json: { ...VALID, name: ' Eve Editor ' } })).toMatchObject({
      status: 201,
      body: {
        data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/u), ...VALID, created_at: NOW.toISOString() },
      },
    });
  });

  it.each(['admin', 'editor', 'viewer'])('grants a %s every product unless some are listed', async (role) => {
    const { call } = await startWorkspaceApi();
    const json = { name: 'x', email: 'x@example.com', role };

    expect((await call('create-member', { json })).body.data.products).toEqual([
      'publishing',
      'biolinks',
      'salesbot',
    ]);
  });

  it('lists each product once, in their order', async ({ call }) => {
    const products = ['salesbot', 'publishing', 'salesbot'];
    const { body } = await call('create-member', { json: { ...VALID, products } });

    expect(body.data.products).toEqual(['publishing', 'salesbot']);
  });

  it('returns the same response to a repeated request and creates nothing', async ({ api, call }) => {
    const request = { json: VALID, headers: { 'idempotency-key': 'k' } };
    const first = await call('create-member', request);

    expect((await call('create-member', request)).text).toBe(first.text);
    expect(api.core.members.size).toBe(2);
  });
});

describe('create-member, error', () => {
  it.each([
    [{ role: 'owner' }, 'invalid_format', '#/role'],
    [{ role: undefined }, 'required', '#/role'],
    [{ products: ['shop'] }, 'invalid_format', '#/products/0'],
    [{ products: [] }, 'too_few_items', '#/products'],
    [{ products: 'salesbot' }, 'invalid_type', '#/products'],
    [{ email: 'eve' }, 'invalid_format', '#/email'],
    [{ email: 'eve@example.com\nBcc: x@example.com' }, 'invalid_characters', '#/email'],
    [{ email: `${'e'.repeat(250)}@example.com` }, 'too_long', '#/email'],
    [{ name: ' ' }, 'too_short', '#/name'],
    [{ id: 'x' }, 'field_not_updatable', '#/id'],
    [{ password: 'x' }, 'unknown_field', '#/password'],
  ])('rejects %j with %s at %s', async (changes, code, pointer, { api, call }) => {
    const { status, body } = await call('create-member', { json: { ...VALID, ...changes } });

    expect({ status, error: body.errors[0] }).toMatchObject({ status: 422, error: { code, pointer } });
    expect(api.core.members.size).toBe(1);
  });

  it('rejects an address that a member has, regardless of case', async ({ call }) => {
    await call('create-member', { json: VALID });

    expect(codeOf(await call('create-member', { json: { ...VALID, email: 'EVE@Example.com' } }))).toBe(
      '409 member_exists',
    );
  });
});

describe('create-member, security', () => {
  it('gives no products that the calling admin lacks', async ({ add, api, call }) => {
    const member = await add();
    await call('update-member', { params: { member }, json: { products: ['publishing'] } });
    const limited = api.grant(['workspace:members:write'], { memberId: member });
    const { products: _, ...everything } = VALID;

    for (const json of [everything, { ...VALID, products: ['publishing', 'salesbot'] }]) {
      expect(codeOf(await api.call('create-member', { key: limited, json }))).toBe(
        '403 permission_not_grantable',
      );
    }
    expect((await api.call('create-member', { key: limited, json: VALID })).status).toBe(201);
  });

  it('is only for admins', async ({ add, api }) => {
    const editor = await add({ role: 'editor' });
    const key = api.grant(['workspace:members:write'], { memberId: editor });

    expect(codeOf(await api.call('create-member', { key, json: VALID }))).toBe('403 admin_required');
  });
});
