import { describe, expect, it } from 'vitest';
import {
  changesOf,
  EMPTY_DRAFT,
  PRODUCTS,
  productNames,
  requestOf,
  ROLES,
  withProduct,
} from '#console/screens/workspaces/members/member-draft.ts';
import { MEMBER_PRODUCTS, MEMBER_ROLES } from '#shared/platform/identity/workspace.ts';

describe('the form of a member', () => {
  it('has all roles and products of the API', () => {
    expect(ROLES.map(([role]) => role).toSorted()).toEqual([...MEMBER_ROLES].toSorted());
    expect(PRODUCTS.map(([product]) => product).toSorted()).toEqual([...MEMBER_PRODUCTS].toSorted());
  });

  it('gives a new member all products unless the person removes some', () => {
    const draft = { ...EMPTY_DRAFT, name: 'Eve', email: 'eve@example.com' };

    expect(requestOf(draft)).toEqual({
      name: 'Eve',
      email: 'eve@example.com',
      role: 'editor',
      products: ['publishing', 'biolinks', 'salesbot'],
    });
  });

  it('sends nothing if nothing differs, in any order of the products', () => {
    const from = { role: 'editor', products: ['publishing', 'salesbot'] } as const;

    expect(changesOf(from, from)).toEqual({});
    expect(changesOf(from, { role: 'editor', products: ['salesbot', 'publishing'] })).toEqual({});
  });

  it('sends the products with a new role, because an admin would get all of them', () => {
    const from = { role: 'editor', products: ['publishing'] } as const;

    expect(changesOf(from, { ...from, role: 'admin' })).toEqual({ role: 'admin', products: ['publishing'] });
    expect(changesOf(from, { role: 'editor', products: ['biolinks'] })).toEqual({ products: ['biolinks'] });
  });

  it('keeps the order of the products', () => {
    expect(withProduct(['salesbot'], 'publishing', true)).toEqual(['publishing', 'salesbot']);
    expect(withProduct(['publishing', 'salesbot'], 'publishing', false)).toEqual(['salesbot']);
    expect(productNames(['salesbot', 'publishing'])).toBe('Publishing, Messaging');
  });
});
