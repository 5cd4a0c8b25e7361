import { describe, expect, it } from 'vitest';
import { templateDifferences } from '#scripts/lib/templates/template-differences.ts';

const HASH = 'ab'.repeat(32);
const VERSION = 'ABCDE01234'.repeat(4);

function stack(Resources: object) {
  return { data: { Resources } };
}

function policy(...Statement: readonly object[]) {
  return stack({ Policy: { Properties: { PolicyDocument: { Statement } } } });
}

describe('templateDifferences', () => {
  it('names added and removed resources', () => {
    expect(templateDifferences(stack({ Old: { Type: 'a' } }), stack({ New: { Type: 'a' } }))).toEqual([
      '+ data Resources.New',
      '- data Resources.Old',
    ]);
  });

  it('names a changed value by its path', () => {
    const table = (Days: number) => stack({ Table: { Properties: { Days } } });

    expect(templateDifferences(table(1), table(2))).toEqual([
      '~ data Resources.Table.Properties.Days: 1 → 2',
    ]);
  });

  it('ignores hashes of assets and versions', () => {
    const lambda = (hash: string, version: string) =>
      stack({ Function: { Code: `${hash}.zip` }, [`CurrentVersion${version}`]: { Type: 'a' } });

    expect(
      templateDifferences(lambda(HASH, VERSION), lambda(HASH.replace('a', 'c'), VERSION.toLowerCase())),
    ).toEqual([]);
  });

  it('ignores the order of statements and of actions', () => {
    const send = { Action: ['sqs:SendMessage'], Resource: 'a' };
    const read = (...Action: readonly string[]) => ({ Action, Resource: 'b' });

    expect(
      templateDifferences(
        policy(send, read('s3:GetObject', 's3:PutObject')),
        policy(read('s3:PutObject', 's3:GetObject'), send),
      ),
    ).toEqual([]);
  });

  it('compares the arguments of an intrinsic function in their order', () => {
    const arn = (...parts: readonly string[]) =>
      policy({ Action: 'sqs:SendMessage', Resource: { 'Fn::Join': ['', parts] } });

    expect(templateDifferences(arn('a', 'b'), arn('b', 'a'))).not.toEqual([]);
  });
});
