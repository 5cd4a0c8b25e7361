import { describe, expect, it } from 'vitest';
import { BEHAVIOURS, behaviourNamed, behaviourOf } from '#local/messaging/recipients.ts';

describe('behaviourOf', () => {
  it('delivers to a phone without a special ending', () => {
    expect(behaviourOf('+12025550100').name).toBe('delivered');
  });

  it('has each ending once', () => {
    const endings = BEHAVIOURS.flatMap(({ ending }) => ending ?? []);

    expect(new Set(endings).size).toBe(endings.length);
    for (const { name, ending } of BEHAVIOURS)
      if (ending !== null) expect(behaviourOf(`+491701234${ending}`).name).toBe(name);
  });

  it('rejects an unknown name', () => {
    expect(() => behaviourNamed('deaf')).toThrow('There is no behaviour deaf');
  });
});
