import { randomUUID } from 'node:crypto';
import type { NewWorkspace, WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import { type ApiKey, type Member, MEMBER_PRODUCTS } from '#shared/platform/identity/workspace.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW, aContext } from '#test/support/builders/platform/command-builders.ts';

export function aMember(overrides: Partial<Member> = {}): Member {
  return {
    id: newId(NOW),
    workspaceId: newId(NOW),
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    role: 'admin',
    products: MEMBER_PRODUCTS,
    revision: 1,
    createdAt: NOW,
    ...overrides,
  };
}

export function anApiKey(overrides: Partial<ApiKey> = {}): ApiKey {
  return {
    id: newId(NOW),
    hash: randomUUID(),
    workspaceId: newId(NOW),
    memberId: newId(NOW),
    name: 'First key',
    prefix: 'wsk_',
    last4: 'wxyz',
    granted: overrides.permissions ?? ['salesbot:webhooks:subscribe'],
    permissions: ['salesbot:webhooks:subscribe'],
    rateLimits: {},
    console: false,
    createdAt: NOW,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    ...overrides,
  };
}

/** A workspace with one admin and that admin's key. */
export function aNewWorkspace(): NewWorkspace & { readonly admin: Member; readonly key: ApiKey } {
  const workspace = {
    id: newId(NOW),
    name: 'Bakery',
    timezone: 'Europe/Berlin',
    recompute: null,
    createdAt: NOW,
  };
  const admin = aMember({ workspaceId: workspace.id });
  const key = anApiKey({ workspaceId: workspace.id, memberId: admin.id });
  return { workspace, members: [admin], keys: [key], admin, key };
}

/** Stores a workspace with one admin. Returns the admin and the owner fields of an endpoint of this workspace. */
export async function createWorkspaceIn(workspaces: Pick<WorkspaceStore, 'create'>) {
  const newWorkspace = aNewWorkspace();
  await workspaces.create(newWorkspace, aContext().change);
  const { admin, key, workspace } = newWorkspace;
  const owned = { workspaceId: workspace.id, responsibleMember: { id: admin.id, name: admin.name } };
  return { admin, key, workspaceId: workspace.id, owned };
}
