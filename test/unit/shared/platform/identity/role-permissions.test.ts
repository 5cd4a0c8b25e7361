import { describe, expect, it } from 'vitest';
import { effectivePermissions } from '#shared/platform/identity/role-permissions.ts';
import { MEMBER_PRODUCTS, MEMBER_ROLES } from '#shared/platform/identity/workspace.ts';
import { PERMISSIONS, permissionsOf } from '#shared/workspaces/domain/permissions.ts';

const ALL = { products: MEMBER_PRODUCTS };

describe('permissionsOf', () => {
  it('grants an admin everything', () => {
    expect([...permissionsOf({ ...ALL, role: 'admin' })]).toEqual([...PERMISSIONS]);
  });

  it('grants an editor everything of products but webhooks and phone numbers, and reading the workspace settings', () => {
    const lacks = PERMISSIONS.filter((each) => !permissionsOf({ ...ALL, role: 'editor' }).has(each));

    expect(lacks).toEqual([
      'publishing:webhooks:subscribe',
      'salesbot:numbers:write',
      'salesbot:webhooks:subscribe',
      ...PERMISSIONS.filter((each) => each.startsWith('workspace:') && each !== 'workspace:settings:read'),
    ]);
  });

  it('grants a viewer every read of products and nothing else', () => {
    expect([...permissionsOf({ ...ALL, role: 'viewer' })]).toEqual(
      PERMISSIONS.filter((each) => each.endsWith(':read') && !each.startsWith('workspace:')),
    );
  });

  it.each(MEMBER_ROLES)('grants a %s nothing of a product that is not theirs', (role) => {
    const held = [...permissionsOf({ role, products: ['biolinks'] })];

    expect(held.filter((each) => each.startsWith('biolinks:'))).not.toEqual([]);
    expect(held.filter((each) => /^(?:publishing|salesbot):/u.test(each))).toEqual([]);
  });

  it('covers every product that has permissions', () => {
    const products = new Set(PERMISSIONS.map((each) => each.split(':')[0]));

    expect(products).toEqual(new Set([...MEMBER_PRODUCTS, 'workspace']));
  });
});

describe('effectivePermissions', () => {
  it('are the granted permissions that the member also has', () => {
    const granted = ['publishing:posts:write', 'publishing:posts:read', 'workspace:keys:write'] as const;

    expect(effectivePermissions(granted, { ...ALL, role: 'viewer' })).toEqual(['publishing:posts:read']);
    expect(effectivePermissions(granted, { ...ALL, role: 'admin' })).toEqual(granted);
    expect(effectivePermissions([], { ...ALL, role: 'admin' })).toEqual([]);
  });
});
