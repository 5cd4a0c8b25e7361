import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { STAGES } from '#infra/config.ts';
import { mayCall } from '#test/infra/policies/function-policies.ts';
import type { IamCall } from '#test/support/fixtures/platform/records/iam-calls.ts';
import { functionsOf } from './synthesized.ts';

const KEY = 'K#0b6f';

/** A call on one partition of the core table or one of its indexes. */
function on(action: string, key: string, index?: string): IamCall {
  return {
    action: `dynamodb:${action}`,
    resource: index === undefined ? 'CoreTable' : `CoreTable/index/${index}`,
    keys: [key],
  };
}

/** A call of KMS with this purpose in its encryption context. */
function kms(command: 'Encrypt' | 'Decrypt', purpose: string): IamCall {
  return { action: `kms:${command}`, resource: 'key', purpose };
}

function update(key: string, attributes: readonly string[], returnValues = 'NONE'): IamCall {
  return { ...on('UpdateItem', key), attributes: ['pk', 'sk', ...attributes], returnValues };
}

/** What an intruder in a function could try on items that the function has no business with. */
const LEAKS: readonly (readonly [string, string, IamCall])[] = [
  ['create-tag', 'creates a key', on('PutItem', KEY)],
  ['create-tag', 'deletes a workspace', on('DeleteItem', 'W#any')],
  ['ingest-event', 'deletes a workspace', on('DeleteItem', 'W#any')],
  ['list-tags', 'lists the members of a workspace', on('Query', 'M#any')],
  ['list-tags', 'queries a workspace', on('Query', 'W#any')],
  ['list-tags', 'reads an endpoint', on('GetItem', 'E#any')],
  ['list-tags', 'lists all pages of a workspace', on('Query', 'PG#any', 'by-owner')],
  ['list-tags', 'creates a key by an update', update(KEY, ['id', 'workspaceId', 'permissions'])],
  ['list-tags', 'gives a key permissions', update(KEY, ['permissions'])],
  ['list-tags', 'removes the revocation of a key', update(KEY, ['revokedAt', 'lastUsedAt'])],
  ['list-tags', 'reads a key by an update', update(KEY, ['lastUsedAt'], 'ALL_NEW')],
  ['create-tag', 'deletes the counter of a quota', on('DeleteItem', 'Q#any')],
  ['create-tag', 'replaces the counter of a quota', on('PutItem', 'Q#any')],
  ['update-tag', 'changes the counter of a quota', on('UpdateItem', 'Q#any')],
  ['get-public-page', 'changes the counter of a quota', on('UpdateItem', 'Q#any')],
  ['publish-post', 'creates a key', on('PutItem', KEY)],
  ['publish-post', 'reads the members', on('GetItem', 'M#any')],
  ['deliver-message', 'verifies a number', on('PutItem', 'PU#any')],
  ['deliver-message', 'creates a contact', on('PutItem', 'CT#any')],
  ['record-receipt', 'creates a key', on('PutItem', KEY)],
  ['record-receipt', 'changes a number', on('PutItem', 'PN#any')],
  ['get-public-page', 'reads members', on('BatchGetItem', 'M#any')],
  ['get-public-page', 'reads a workspace', on('BatchGetItem', 'W#any')],
  ['get-public-page', 'reads accounts with their credentials', on('BatchGetItem', 'A#any')],
  ['get-public-page', 'reads the endpoint directory', on('BatchGetItem', 'DIR#any')],
  ['get-public-page', 'lists pixels', on('Query', 'PX#any')],
  ['get-public-page', 'reads a key', on('GetItem', KEY)],
  ['get-public-page', 'replaces the key of page access tokens', on('PutItem', 'TOKENKEY')],
  ['unlock-page', 'writes a page', on('PutItem', 'PG#any')],
  ['submit-signup', 'lists contacts', on('Query', 'CT#any')],
  ['submit-signup', 'deletes a contact', on('DeleteItem', 'CT#any')],
  ['submit-signup', 'releases an address', on('DeleteItem', 'CA#any')],
  ['submit-signup', 'reads an event', on('GetItem', 'EV#2026-06-01T12:00#3')],
  ['submit-signup', 'reads a key', on('GetItem', KEY)],
  ['submit-signup', 'writes a page', on('PutItem', 'PG#any')],
  ['deliver-webhook', 'updates a key', update(KEY, ['permissions'])],
  ['deliver-webhook', 'updates an endpoint as managed through the API', update('E#any', ['url'])],
  ['deliver-webhook', 'reads a workspace', on('GetItem', 'W#any')],
  ['deliver-webhook', 'writes an event', on('PutItem', 'EV#2026-06-01T12:00#3')],
  ['project-changes', 'creates a key', on('PutItem', KEY)],
  ['dispatch-event', 'reads a workspace', on('GetItem', 'W#any')],
  ['dispatch-event', 'redirects an endpoint', update('E#any', ['shards', 'url'])],
  ['dispatch-event', 'redirects deliveries', update('X#any', ['shards', 'url'])],
  ['dispatch-event', 'replaces the secret of an endpoint', update('X#any', ['secrets'])],
  ['dispatch-event', 'subscribes an endpoint', update('DIR#any#0', ['endpoints'])],
  ['dispatch-event', 'reads a secret by an update', update('X#any', ['shards'], 'ALL_NEW')],
  ['dispatch-event', 'reads a delivery target', on('GetItem', 'X#any')],
  ['get-health', 'reads a workspace', on('GetItem', 'W#any')],
  ['update-member', 'creates a key', on('PutItem', KEY)],
  ['create-endpoint', 'decrypts a signing secret', kms('Decrypt', 'signing')],
  ['create-endpoint', 'changes a key pair', update('BUCKET#signing#7', ['publicKey'])],
  ['create-endpoint', 'deletes a key pair', on('DeleteItem', 'BUCKET#signing#7')],
  ['create-endpoint', 'replaces a key pair of another purpose', on('PutItem', 'BUCKET#account#7')],
  ['create-endpoint', 'encrypts for another purpose', kms('Encrypt', 'account')],
  ['deliver-webhook', 'creates a key pair', on('PutItem', 'BUCKET#signing#7')],
  ['deliver-webhook', 'decrypts credentials of accounts', kms('Decrypt', 'account')],
  ['deliver-webhook', 'reads key pairs of accounts', on('GetItem', 'BUCKET#account#7')],
  ['publish-post', 'decrypts a signing secret', kms('Decrypt', 'signing')],
  ['erase-workspaces', 'deletes a key pair', on('DeleteItem', 'BUCKET#signing#7')],
  ['list-tags', 'reads a key pair', on('GetItem', 'BUCKET#signing#7')],
];

describe.each(STAGES)('policies of %s', (stage) => {
  it.each(LEAKS)('deny: %s %s', (operation, _what, call) => {
    expect(mayCall(stage, operation, call)).toBe(false);
  });

  it('deny a request that mixes allowed and other partitions', () => {
    const own = on('BatchGetItem', 'PX#any');

    expect(mayCall(stage, 'get-public-page', own)).toBe(true);
    expect(mayCall(stage, 'get-public-page', { ...own, keys: ['PX#any', 'M#any'] })).toBe(false);
  });

  it('deny a request without partition keys, such as a scan, to every function but erase-workspaces', () => {
    const actions = ['Scan', 'Query', 'GetItem', 'PartiQLSelect'].map((name) => `dynamodb:${name}`);
    const calls = ['CoreTable', 'CoreTable/index/by-owner', 'DeliveryTable'].flatMap((resource) =>
      actions.map((action) => ({ action, resource })),
    );
    const others = functionsOf(stage).filter(({ operation }) => operation !== 'erase-workspaces');
    const allowed = others.flatMap(({ operation }) =>
      calls.filter((call) => mayCall(stage, operation, call)).map((call) => [operation, call]),
    );

    expect(allowed).toEqual([]);
  });

  it('let every operation with an API key read it and record its last use', () => {
    for (const { name } of OPERATIONS.filter(({ access }) => access.kind === 'key')) {
      expect(mayCall(stage, name, on('GetItem', KEY))).toBe(true);
      expect(mayCall(stage, name, update(KEY, ['lastUsedAt']))).toBe(true);
    }
  });
});
