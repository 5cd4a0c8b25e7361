import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { afterPage, requestRemoval } from '#shared/publishing/domain/account-removal.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

describeStores('AccountRemovals', (fixture) => {
  /** An account that was disconnected, and the pending work of its removal. */
  async function removed() {
    const account = anAccount({ id: 7 });
    await fixture.accounts.create(account, anEvent(), aContext());
    await fixture.accounts.remove(account, anEvent(), aContext());
    return { account, removal: requestRemoval(account, NOW) };
  }

  const read = ({ workspaceId, uuid }: ReturnType<typeof anAccount>) =>
    fixture.removals.find(workspaceId, uuid);
  const change = () => aContext().change;

  it('start with the removal of the account', async () => {
    const { account, removal } = await removed();

    expect(await read(account)).toEqual(removal);
    expect(await fixture.removals.find(randomUUID(), account.uuid)).toBeUndefined();
    expect(await fixture.accounts.list(account.workspaceId, { limit: 5 })).toEqual([]);
  });

  it('do not start if the account is not removed', async () => {
    const account = anAccount();
    await expect(fixture.accounts.remove(account, anEvent(), aContext())).rejects.toThrow();

    expect(await read(account)).toBeUndefined();
  });

  it('store their progress, to the end', async () => {
    const { account, removal } = await removed();
    const steps = [removal];
    for (const last of ['01980000-0000-7000-8000-000000000001', null, null]) {
      const before = steps.at(-1) ?? removal;
      const after = afterPage(before, last, secondsAfterNow(steps.length));
      expect(await fixture.removals.advance(before, after, change())).toBe(true);
      expect(await read(account)).toEqual(after);
      steps.push(after);
    }

    expect(steps.at(-1)?.due).toBeNull();
  });

  it('accept one of two steps for the same plan', async () => {
    const { account, removal } = await removed();
    const first = afterPage(removal, 'a', secondsAfterNow(1));
    await fixture.removals.advance(removal, first, change());

    expect(
      await fixture.removals.advance(removal, afterPage(removal, 'b', secondsAfterNow(2)), change()),
    ).toBe(false);
    expect(await read(account)).toEqual(first);
  });
});
