import { describe, expect, it } from 'vitest';
import { createFairLanes } from '#local/pollers/fair-lanes.ts';

function lanesOf(...messages: string[]) {
  const lanes = createFairLanes<string>();
  for (const message of messages) lanes.add(message.slice(0, 1), message);
  return lanes;
}

describe('createFairLanes', () => {
  it('takes one message of each group per round', () => {
    const lanes = lanesOf('a1', 'a2', 'a3', 'b1', 'c1', 'c2');

    expect(lanes.take(4)).toEqual(['a1', 'b1', 'c1', 'a2']);
    expect(lanes.take(9)).toEqual(['c2', 'a3']);
    expect(lanes.size).toBe(0);
  });

  it('serves a new group before the next round of a long one', () => {
    const lanes = lanesOf('a1', 'a2', 'a3', 'a4');
    lanes.take(2);
    lanes.add('b', 'b1');

    expect(lanes.take(2)).toEqual(['a3', 'b1']);
  });

  it('drops messages that were lost', () => {
    const lanes = lanesOf('a1', 'a2', 'b1');
    lanes.drop((message) => message.endsWith('1'));

    expect(lanes.all()).toEqual(['a2']);
    expect(lanes.size).toBe(1);
  });
});
