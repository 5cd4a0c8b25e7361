import { describe, expect, it } from 'vitest';
import { fromAccountItem, toAccountItem } from '#shared/publishing/store/account-items.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';

describe('the item of an account', () => {
  it('of an earlier version says nothing about its server', () => {
    const account = anAccount({ provider: 'mastodon', server: 'https://social.example' });
    const { facts: _, ...item } = toAccountItem(account, aContext().change);

    expect(fromAccountItem(item)).toEqual({ ...account, facts: null });
  });
});
