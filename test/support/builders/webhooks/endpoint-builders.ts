import { randomUUID } from 'node:crypto';
import { newId } from '#shared/platform/runtime/ids.ts';
import {
  editEndpoint,
  type EndpointChange,
  type EndpointEdit,
} from '#shared/webhooks/domain/edit-endpoint.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import type { SigningKey } from '#shared/webhooks/domain/signing-keys.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

export function anEndpoint(overrides: Partial<Endpoint> = {}): Endpoint {
  return {
    id: newId(NOW),
    workspaceId: randomUUID(),
    name: 'Order desk',
    description: null,
    url: 'https://hooks.example.com/orders',
    enabled: false,
    suspendedReason: null,
    subscriptions: [{ event: 'salesbot.store.order_paid', channel: 'all' }],
    responsibleMember: { id: randomUUID(), name: 'Ada Lovelace' },
    secrets: { current: 'sealed-current', hint: 'abcd', previous: null },
    signingKeys: null,
    headers: null,
    settingsVersion: 1,
    shards: 1,
    revision: 1,
    createdAt: NOW,
    updatedAt: NOW,
    ...overrides,
  };
}

/** A key pair as stored; the ciphertext is not one. */
export function aSigningKey(name: string): SigningKey {
  return { id: `key-${name}`, publicKey: name.padEnd(43, 'A'), sealed: `sealed-key-${name}` };
}

/** An edit that changes something. */
export function anEdit(before: Endpoint, edit: EndpointEdit, at = secondsAfterNow(60)): EndpointChange {
  const change = editEndpoint(before, edit, at);
  if (!change) throw new Error('The edit changes nothing');
  return change;
}
