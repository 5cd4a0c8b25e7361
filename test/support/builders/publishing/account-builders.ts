import { randomUUID } from 'node:crypto';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Account, Tag } from '#shared/publishing/domain/account.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

/** A connected account of the sandbox. */
export function anAccount(overrides: Partial<Account> = {}): Account {
  return {
    id: 1,
    uuid: newId(NOW),
    workspaceId: randomUUID(),
    provider: 'sandbox',
    name: 'Moreau Lights',
    username: 'moreau',
    identity: null,
    image: null,
    status: 'connected',
    credentialsRejected: false,
    server: null,
    facts: null,
    sealedCredentials: 'sealed-credentials',
    tokens: null,
    revision: 1,
    createdAt: NOW,
    updatedAt: NOW,
    ...overrides,
  };
}

export function aTag(overrides: Partial<Tag> = {}): Tag {
  return {
    id: 1,
    uuid: newId(NOW),
    workspaceId: randomUUID(),
    name: 'Launch',
    hexColor: '#2563eb',
    revision: 1,
    createdAt: NOW,
    ...overrides,
  };
}
