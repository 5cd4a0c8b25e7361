import { type KeySources, newKey } from '#shared/platform/identity/new-key.ts';
import type { NewWorkspace } from '#shared/platform/identity/workspace-store.ts';
import { type Member, MEMBER_PRODUCTS } from '#shared/platform/identity/workspace.ts';
import { PERMISSIONS } from './permissions.ts';

/** The request of an operator for a new workspace; `timezone` is an IANA name. */
export type NewWorkspaceRequest = {
  readonly name: string;
  readonly timezone: string;
  /** The first members, all admins; each gets one key with every permission. */
  readonly admins: readonly { readonly name: string; readonly email: string }[];
};

/** A new workspace, and the API keys in the order of the admins. Only their hashes are stored. */
export type CreatedWorkspace = { readonly newWorkspace: NewWorkspace; readonly keys: readonly string[] };

/** Creates a workspace with its first admins and their keys in memory. Writes nothing. */
export function createWorkspace(request: NewWorkspaceRequest, sources: KeySources): CreatedWorkspace {
  const { now, newId } = sources;
  const { name, timezone } = request;
  const workspace = { id: newId(now), name, timezone, recompute: null, createdAt: now };
  const admins = request.admins.map((admin) => {
    const member: Member = {
      id: newId(now),
      workspaceId: workspace.id,
      ...admin,
      role: 'admin',
      products: MEMBER_PRODUCTS,
      revision: 1,
      createdAt: now,
    };
    const first = {
      name: `${member.name}'s first key`,
      granted: [...PERMISSIONS],
      expiresAt: null,
      rateLimits: {},
    };
    return { member, ...newKey(member, first, sources) };
  });
  return {
    newWorkspace: {
      workspace,
      members: admins.map(({ member }) => member),
      keys: admins.map(({ key }) => key),
    },
    keys: admins.map(({ text }) => text),
  };
}
