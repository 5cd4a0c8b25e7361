import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '#functions/capabilities.ts';

const { isItemCapability, isItemWrite, itemGrants } = CAPABILITIES;

describe('itemGrants', () => {
  it('grants each shape exactly the declared actions', () => {
    expect(itemGrants(['get-posts', 'put-posts', 'batch-get-tags'])).toEqual([
      { actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], on: 'core-table', leadingKeys: ['P#*'] },
      { actions: ['dynamodb:BatchGetItem'], on: 'core-table', leadingKeys: ['T#*'] },
    ]);
  });

  it('grants shapes with the same actions in one statement', () => {
    expect(itemGrants(['batch-get-tags', 'batch-get-accounts', 'batch-get-tags'])).toEqual([
      { actions: ['dynamodb:BatchGetItem'], on: 'core-table', leadingKeys: ['T#*', 'A#*'] },
    ]);
  });

  it('separates tables and indexes whose partition keys have the same form', () => {
    const uses = ['query-posts', 'query-listed-posts', 'query-deliveries', 'query-open-deliveries'] as const;

    expect(itemGrants(uses).map(({ on, leadingKeys }) => [on, leadingKeys])).toEqual([
      ['core-table', ['P#*']],
      ['core-by-owner', ['P#*']],
      ['delivery-table', ['E#*']],
      ['delivery-by-open', ['E#*']],
    ]);
  });
});

describe('item capabilities', () => {
  it.each([
    ['get-posts', true, false],
    ['check-members', true, false],
    ['put-posts', true, true],
    ['update-members', true, true],
    ['delete-tags', true, true],
    ['query-listed-posts', true, false],
    ['put-listed-posts', false, false],
    ['put-media', false, false],
  ])('%s: access to items %s, a write %s', (capability, isAccess, isWrite) => {
    expect([isItemCapability(capability), isItemWrite(capability)]).toEqual([isAccess, isWrite]);
  });
});
