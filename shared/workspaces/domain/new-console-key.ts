import type { Permission } from '#shared/platform/core/permissions.ts';
import { type KeySources, newKey } from '#shared/platform/identity/new-key.ts';
import type { Member, ApiKey } from '#shared/platform/identity/workspace.ts';

/** A new key for the console, and the key itself, of which only the hash is stored. It acts for `member` until `expiresAt`. */
export function newConsoleKey(
  member: Pick<Member, 'id' | 'workspaceId' | 'role' | 'products'>,
  { granted, expiresAt }: { readonly granted: readonly Permission[]; readonly expiresAt: Date },
  sources: KeySources,
): { readonly key: ConsoleKey; readonly text: string } {
  const request = { name: 'Console', granted, expiresAt, rateLimits: {} };
  const { key, text } = newKey(member, request, sources);
  return { key: { ...key, console: true, expiresAt }, text };
}

/** A key that a console link created; it always expires. */
export type ConsoleKey = ApiKey & { readonly console: true; readonly expiresAt: Date };
