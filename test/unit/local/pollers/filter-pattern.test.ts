import { describe, expect, it } from 'vitest';
import { compileFilter } from '#local/pollers/filter-pattern.ts';

const record = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { kind: { S: 'event' }, fanOut: { N: '3' }, name: { S: 'order-7' } } },
};

describe('compileFilter', () => {
  it.each([
    [{ eventName: ['INSERT'] }, true],
    [{ eventName: ['MODIFY', 'REMOVE'] }, false],
    [
      {
        eventName: ['INSERT'],
        dynamodb: { NewImage: { kind: { S: ['event'] }, fanOut: { N: [{ exists: true }] } } },
      },
      true,
    ],
    [{ dynamodb: { NewImage: { kind: { S: ['post'] } } } }, false],
    [{ dynamodb: { NewImage: { absent: { N: [{ exists: true }] } } } }, false],
    [{ dynamodb: { NewImage: { absent: { N: [{ exists: false }] } } } }, true],
    [{ dynamodb: { OldImage: { fanOut: { N: [{ exists: true }] } } } }, false],
    [{ dynamodb: { NewImage: { fanOut: { N: [{ exists: false }] } } } }, false],
    [{ dynamodb: { NewImage: [{ exists: true }] } }, false],
    [{ dynamodb: { NewImage: { name: { S: [{ prefix: 'order-' }] } } } }, true],
    [{ dynamodb: { NewImage: { name: { S: [{ prefix: 'post-' }] } } } }, false],
    [{ dynamodb: { NewImage: { fanOut: { N: [{ numeric: ['>', 0, '<=', 3] }] } } } }, true],
    [{ dynamodb: { NewImage: { fanOut: { N: [{ numeric: ['=', 4] }] } } } }, false],
    [{ dynamodb: { NewImage: { absent: { N: [{ numeric: ['>=', 0] }] } } } }, false],
    [{ constructor: { name: [{ exists: true }] } }, false],
  ])('%j matches the record: %s', (pattern, passes) => {
    expect(compileFilter(JSON.stringify(pattern))(record)).toBe(passes);
  });

  it('rejects an unknown operator, with its position', () => {
    expect(() => compileFilter('{"a":{"b":[{"cidr":"10.0.0.0/8"}]}}')).toThrow('$.a.b uses cidr');
  });
});
