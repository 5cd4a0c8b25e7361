import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as sweepSchedules from '#functions/platform/sweep-schedules/index.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { asFunction } from '#test/support/fixtures/platform/records/recorded-calls.ts';
import { CONTEXT, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

describe('a job of publishing whose timer was lost', () => {
  it.each([
    ['post_removal', 'removals'],
    ['media', 'downloads'],
  ] as const)('is sent to its queue by the sweep: %s', async (resource, queue) => {
    const [id, workspaceId] = [randomUUID(), randomUUID()];
    const job = { resource, id, workspaceId, seq: 1, dueAt: 0 };
    const store = {
      async *readOverdue() {
        yield [job];
      },
    };
    await cloud.start('sweep-schedules', sweepSchedules, { ports: { store } })({}, CONTEXT);

    expect(cloud.bodies(queue).filter((body) => body.includes(id))).toHaveLength(1);
  });
});

const CHAT = { provider: 'telegram', identity: '1/-100', username: '@ada_news' } as const;

/** What the functions do only with certain accounts, as the functions that do it. */
describe('functions about accounts', () => {
  it('move the claim of a chat that gets another bot', async () => {
    const { accounts } = cloud.stores;
    const before = anAccount({ ...CHAT, workspaceId: randomUUID() });
    await accounts.create(before, anEvent(), aContext());
    const after = { ...before, identity: '2/-100', revision: 2 };
    await asFunction('update-account', () => accounts.save(before, after, null, aContext()));
    const { workspaceId } = before;

    expect(await accounts.findSame({ ...CHAT, workspaceId, identity: '2/-100', server: null })).toEqual(
      after,
    );
    expect(await accounts.findSame({ ...CHAT, workspaceId, server: null })).toBeUndefined();
  });

  it.each(['connect-account', 'complete-connection'])(
    'find the account that has an identity, and look for those without one: %s',
    async (name) => {
      const { accounts } = cloud.stores;
      const account = anAccount({ ...CHAT, workspaceId: randomUUID() });
      await accounts.create(account, anEvent(), aContext());
      const { workspaceId } = account;
      const find = (identity: string) =>
        asFunction(name, () => accounts.findSame({ ...CHAT, workspaceId, identity, server: null }));

      expect(await find(CHAT.identity)).toEqual(account);
      expect(await find('2/-100')).toBeUndefined();
    },
  );
});
