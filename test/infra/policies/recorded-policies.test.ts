import { describe, expect, it } from 'vitest';
import type { RecordedCall } from '#test/support/fixtures/platform/records/recorded-calls.ts';
import { errorsOf, judge } from './recorded-policies.ts';

const READ: RecordedCall = {
  operation: 'list-tags',
  action: 'dynamodb:Query',
  resource: 'CoreTable',
  keys: ['T#…'],
};

function of(operation: string, lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.startsWith(`${operation}: `));
}

describe('judge', () => {
  it('accepts calls that the policy of their function allows', () => {
    expect(judge([READ]).denied).toEqual([]);
  });

  it.each([
    ['on another kind of partition', { ...READ, keys: ['A#…'] }],
    ['by another action', { ...READ, action: 'dynamodb:GetItem' }],
    ['on an index', { ...READ, resource: 'CoreTable/index/by-owner' }],
    ['without a key', { ...READ, keys: [] }],
    ['by another function', { ...READ, operation: 'list-accounts' }],
  ])('reports a call %s', (_what, call) => {
    expect(judge([call]).denied).toEqual([expect.stringMatching(`^${call.operation}: dynamodb:`)]);
  });

  it('names the capability that allows a call on items', () => {
    const listed = { ...READ, resource: 'CoreTable/index/by-owner', keys: ['CT#…'] };

    expect(judge([listed]).denied.join()).toContain(', which needs `query-listed-contacts`');
    expect(judge([{ ...READ, keys: ['A#…'] }]).denied.join()).toContain(', which needs `query-accounts`');
  });

  it('reports each grant that no call used, but none that AWS uses itself', () => {
    expect(of('list-tags', judge([READ]).unused).toSorted()).toEqual([
      'list-tags: dynamodb:GetItem ${CoreTable.Arn} K#*',
      'list-tags: dynamodb:UpdateItem ${CoreTable.Arn} K#*',
      'list-tags: dynamodb:UpdateItem ${CoreTable.Arn} RL#*',
    ]);
    expect(of('list-tags', judge([]).unused)).toHaveLength(4);
  });

  it('reports a shape that no call of a batch used', () => {
    const batch = { ...READ, operation: 'get-post', action: 'dynamodb:BatchGetItem' };

    expect(of('get-post', judge([{ ...batch, keys: ['A#…'] }]).unused).join()).toContain('MD#*');
    expect(of('get-post', judge([{ ...batch, keys: ['A#…', 'MD#…'] }]).unused).join()).not.toContain(
      'BatchGet',
    );
  });

  it('knows the names of the fixtures', () => {
    const call = { operation: 'deliver-webhook', action: 'sqs:SendMessage', resource: 'slow' };

    expect(judge([call]).denied).toEqual([]);
    expect(judge([{ ...call, resource: 'publish' }]).denied).toHaveLength(1);
    expect(judge([{ ...READ, resource: 'CoreTable-5f09a55e' }]).denied).toEqual([]);
  });
});

describe('judge, of the services that send messages', () => {
  const send = { operation: 'deliver-message', action: 'sms-voice:SendTextMessage' };

  it('accepts sending from a number, with the configuration set of the stage', () => {
    expect(judge([{ ...send, resource: 'phone-number/phone-1' }]).denied).toEqual([]);
    expect(judge([{ ...send, resource: 'configuration-set/local' }]).denied).toEqual([]);
  });

  it.each([
    ['with another configuration set', { ...send, resource: 'configuration-set/other' }],
    ['by another function', { ...send, operation: 'record-receipt', resource: 'phone-number/phone-1' }],
  ])('reports sending %s', (_what, call) => {
    expect(judge([call]).denied).toHaveLength(1);
  });
});

describe('errorsOf', () => {
  it('says what to do for each denied call and each unused grant', () => {
    expect(errorsOf({ denied: ['list-tags: a'], unused: ['list-tags: b'] })).toEqual([
      expect.stringMatching(/^list-tags: a: called, but not granted\. Declare /u),
      expect.stringMatching(/^list-tags: b: granted, but used by no test\. Remove it /u),
    ]);
  });

  it('is empty if every call is granted and every grant is used', () => {
    expect(errorsOf({ denied: [], unused: [] })).toEqual([]);
  });
});
