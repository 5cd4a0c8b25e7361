import { describe, expect, it } from 'vitest';
import { MEMBER_PRODUCTS } from '#shared/platform/identity/workspace.ts';
import { changeMember } from '#shared/workspaces/domain/change-member.ts';
import { aMember } from '#test/support/builders/workspaces/workspace-builders.ts';

const EDITOR = aMember({ role: 'editor', products: ['publishing'], revision: 4 });

describe('changeMember', () => {
  it.each([{}, { role: 'editor' }, { products: ['publishing'] }] as const)(
    'returns nothing for %j',
    (edit) => {
      expect(changeMember(EDITOR, edit)).toBeUndefined();
    },
  );

  it('keeps omitted fields, and increments the revision', () => {
    expect(changeMember(EDITOR, { role: 'viewer' })).toEqual({ ...EDITOR, role: 'viewer', revision: 5 });
    expect(changeMember(EDITOR, { products: ['salesbot'] })).toMatchObject({
      role: 'editor',
      products: ['salesbot'],
    });
  });

  it('grants a new admin every product, unless the change lists some', () => {
    expect(changeMember(EDITOR, { role: 'admin' })?.products).toEqual(MEMBER_PRODUCTS);
    expect(changeMember(EDITOR, { role: 'admin', products: ['salesbot'] })?.products).toEqual(['salesbot']);
  });

  it('keeps a limited admin limited', () => {
    const limited = aMember({ products: ['publishing'] });

    expect(changeMember(limited, { role: 'admin' })).toBeUndefined();
  });
});
