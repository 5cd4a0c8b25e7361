import { describe, expect, it } from 'vitest';
import { type Statement, isAllowed } from './policy-evaluator.ts';

const READS: Statement = {
  effect: 'Allow',
  actions: ['dynamodb:GetItem'],
  resources: ['table'],
  conditions: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['P#*', 'T#?'] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
};

function reads(keys?: readonly string[], statements: readonly Statement[] = [READS]): boolean {
  const context = keys === undefined ? {} : { 'dynamodb:LeadingKeys': keys };
  return isAllowed(statements, { action: 'dynamodb:GetItem', resource: 'table', context });
}

describe('isAllowed', () => {
  it.each([
    ['a key that a pattern matches', ['P#1'], true],
    ['keys that different patterns match', ['P#1', 'T#1'], true],
    ['one key that no pattern matches', ['P#1', 'K#1'], false],
    ['a key with more characters than a question mark allows', ['T#12'], false],
    ['a key that only begins like a pattern', ['P'], false],
    ['no key, although ForAllValues accepts it', undefined, false],
    ['an empty list of keys', [], false],
  ])('%s: %o gives %s', (_what, keys, allowed) => {
    expect(reads(keys)).toBe(allowed);
  });

  it('rejects another action or another resource', () => {
    const context = { 'dynamodb:LeadingKeys': ['P#1'] };

    expect(isAllowed([READS], { action: 'dynamodb:PutItem', resource: 'table', context })).toBe(false);
    expect(isAllowed([READS], { action: 'dynamodb:GetItem', resource: 'table/index/a', context })).toBe(
      false,
    );
  });

  it('rejects what any statement denies', () => {
    expect(reads(['P#1'], [READS, { ...READS, effect: 'Deny' }])).toBe(false);
  });

  it.each([
    ['StringEquals', ['replay'], true],
    ['StringEquals', ['signing'], false],
    ['StringEquals', undefined, false],
    ['StringEqualsIfExists', undefined, true],
    ['StringEqualsIfExists', ['signing'], false],
    ['ForAllValues:StringEquals', ['replay', 'signing'], false],
    ['ForAllValues:StringEquals', undefined, true],
  ])('%s with %o gives %s', (operator, values, allowed) => {
    const statement = { ...READS, conditions: { [operator]: { purpose: 'replay' } } };
    const context = values === undefined ? {} : { purpose: values };

    expect(isAllowed([statement], { action: 'dynamodb:GetItem', resource: 'table', context })).toBe(allowed);
  });

  it('fails for an operator that it does not know', () => {
    const statement = { ...READS, conditions: { ArnLike: { key: 'x' } } };

    expect(() => reads(['P#1'], [statement])).toThrow('ArnLike');
  });
});
