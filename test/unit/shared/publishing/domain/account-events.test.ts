import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { accountAdded, accountDeleted, accountUpdated } from '#shared/publishing/domain/account-events.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';

const account = anAccount({ id: 12, status: 'needs_reauth', name: 'Moreau Lights', provider: 'mastodon' });
const recording = { id: newId(NOW), now: NOW, directory: [], correlationId: 'request-1' };

describe('events of an account', () => {
  it.each([
    [accountAdded, 'publishing.account.added'],
    [accountUpdated, 'publishing.account.updated'],
  ])('identify it by its UUID, never by its number or its credentials', (record, event) => {
    const recorded = record(account, recording);

    expect(recorded).toMatchObject({ event, product: 'publishing', workspaceId: account.workspaceId });
    expect(JSON.parse(recorded.body)).toEqual({
      id: recording.id,
      schema_version: '1',
      event,
      product: 'publishing',
      occurred_at: NOW.toISOString(),
      workspace_id: account.workspaceId,
      test: false,
      data: { id: account.uuid, name: 'Moreau Lights', provider: 'mastodon', status: 'needs_reauth' },
    });
  });

  it('report a removed account as deleted, and nothing else', () => {
    expect(JSON.parse(accountDeleted(account, recording).body).data).toEqual({
      id: account.uuid,
      deleted: true,
    });
  });
});
