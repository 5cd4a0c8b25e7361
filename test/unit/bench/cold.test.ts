import { describe, expect, it } from 'vitest';
import type { AwsCall } from '#bench/cold/aws-call.ts';
import { beyondLimits, coldFigures, medianRatio } from '#bench/cold/cold-figures.ts';
import { floorEvent, floorSource } from '#bench/cold/floor-source.ts';

function aCall(operation: string, over: Partial<AwsCall> = {}): AwsCall {
  return {
    service: 'DYNAMODB',
    operation,
    path: '/',
    body: Buffer.from('{}'),
    status: 200,
    headers: {},
    response: Buffer.from('{}'),
    ...over,
  };
}

function figures(cpuMs: readonly number[], { bytes = 300_000, name = 'get-page', calls = ['GetItem'] } = {}) {
  return coldFigures(
    { name, file: '', bytes },
    cpuMs.map((ms) => ({
      own: { loadMs: ms / 2, cpuMs: ms },
      floor: { loadMs: 50, cpuMs: 100 },
      steps: calls.map((operation) => [aCall(operation)]),
    })),
  );
}

describe('the cold start of a function', () => {
  it('is the median of its ratios to the floor', () => {
    const { ratio, cpuMs, floorMs, loadMs } = figures([110, 500, 10]);

    expect({ ratio, cpuMs, floorMs, loadMs }).toEqual({ ratio: 1.1, cpuMs: 110, floorMs: 100, loadMs: 55 });
  });

  it.each([
    ['time', figures([126]), 'get-page: 1.26 × the floor, at most 1.25'],
    ['size', figures([100], { bytes: 300_001 }), 'get-page: 300001 bytes, at most 300000'],
    ['time without AWS calls', figures([101], { calls: [] }), 'get-page: 1.01 × the floor, at most 1'],
  ])('exceeds its limits by its %s', (_, exceeding, beyond) => {
    expect(beyondLimits([exceeding], false)).toEqual([beyond]);
  });

  it('is within the limits that it equals', () => {
    expect(beyondLimits([figures([125], { bytes: 300_000 })], false)).toEqual([]);
  });
});

describe('the median of all functions', () => {
  it('does not include functions without AWS calls', () => {
    expect(medianRatio([figures([110]), figures([120]), figures([130]), figures([20], { calls: [] })])).toBe(
      1.2,
    );
  });

  it('has a limit if all functions were measured', () => {
    const all = [figures([116])];

    expect(beyondLimits(all, true)).toEqual(['the median is 1.16 × the floor, at most 1.15']);
    expect(beyondLimits(all, false)).toEqual([]);
  });
});

describe('the floor of a function', () => {
  const steps = [
    [aCall('GetItem', { body: Buffer.from('{"Key":{"pk":{"S":"K#1"}}}') })],
    [
      aCall('PutItem', { body: Buffer.from('{"Item":{"b":{"B":"YQ=="}}}') }),
      aCall('Decrypt', { service: 'KMS', body: Buffer.from('{"CiphertextBlob":"YQ=="}') }),
    ],
  ];

  it('makes the calls of one step at the same time', () => {
    const source = floorSource(steps);

    expect(source).toContain(
      "import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'",
    );
    expect(source).toContain("import { KMSClient, DecryptCommand } from '@aws-sdk/client-kms'");
    expect(source.match(/await Promise\.all/gu)).toHaveLength(2);
    expect(source.split('\n').find((line) => line.includes('steps[1]'))).toMatch(
      /DYNAMODB\.send.*steps\[1\]\[0\].*KMS\.send.*steps\[1\]\[1\]/u,
    );
  });

  it('gets the recorded inputs, with their bytes', () => {
    expect(floorEvent(steps)).toEqual([
      [{ Key: { pk: { S: 'K#1' } } }],
      [{ Item: { b: { B: { $bytes: 'YQ==' } } } }, { CiphertextBlob: { $bytes: 'YQ==' } }],
    ]);
  });

  it('sends an object to S3 under its path without the signature of the function', () => {
    const call = aCall('PUT', {
      service: 'S3',
      path: '/bucket/key?X-Amz-Signature=1',
      body: Buffer.from('a'),
    });

    expect(floorEvent([[call]])).toEqual([
      [{ method: 'PUT', path: '/bucket/key', body: { $bytes: 'YQ==' } }],
    ]);
  });

  it('names a schedule by its path', () => {
    const call = aCall('DeleteSchedule', {
      service: 'SCHEDULER',
      path: '/schedules/name?groupName=group',
      body: Buffer.alloc(0),
    });

    expect(floorEvent([[call]])).toEqual([[{ GroupName: 'group', Name: 'name' }]]);
  });
});
