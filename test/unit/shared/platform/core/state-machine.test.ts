import { describe, expect, it } from 'vitest';
import {
  defineMachine,
  errorIn,
  type StateMachine,
  statesAllowing,
  transitionFrom,
} from '#shared/platform/core/state-machine.ts';

type Door = StateMachine<'open' | 'shut' | 'gone', 'push' | 'burn'>;

/** A door: it is pushed open and shut, and burns once. */
function aDoor(overrides: Partial<Door> = {}): Door {
  return {
    name: 'Door',
    states: ['open', 'shut', 'gone'],
    initial: 'shut',
    final: ['gone'],
    triggers: {
      push: {
        open: [
          { to: 'shut', when: 'hard' },
          { to: 'open', when: 'softly' },
          { reject: 'rate_limited', when: 'too often' },
        ],
        shut: [{ to: 'open' }],
        gone: [{ reject: 'route_not_found' }],
      },
      burn: { open: [{ to: 'gone' }], shut: [{ reject: 'concurrent_update' }], gone: [{ to: 'gone' }] },
    },
    ...overrides,
  };
}

function burning(burn: Door['triggers']['burn']): Door {
  return aDoor({ triggers: { ...aDoor().triggers, burn } });
}

describe('defineMachine', () => {
  it('returns a valid machine', () => {
    expect(defineMachine(aDoor())).toEqual(aDoor());
  });

  it('rejects a final state with a transition', () => {
    const risen = burning({ ...aDoor().triggers.burn, gone: [{ to: 'open' }] });

    expect(() => defineMachine(risen)).toThrow('Door: "gone" is final but left');
  });

  it('rejects a state without exit that is not declared final, even if it leads to itself', () => {
    expect(() => defineMachine(aDoor({ final: [] }))).toThrow('Door: "gone" is never left but not final');
  });

  it('rejects an unreachable state', () => {
    const fireproof = burning({ ...aDoor().triggers.burn, open: [{ reject: 'concurrent_update' }] });

    expect(() => defineMachine(fireproof)).toThrow('Door: no transition reaches gone');
  });

  it('lists every unreachable state', () => {
    const { push, burn } = aDoor().triggers;
    const stuck = { ...push, shut: [{ reject: 'concurrent_update' }] } as const;
    const door = aDoor({ triggers: { push: stuck, burn }, final: ['gone', 'shut'] });

    expect(() => defineMachine(door)).toThrow('Door: no transition reaches open, gone');
  });
});

describe('errorIn', () => {
  it.each([
    ['push', 'gone', 'route_not_found'],
    ['burn', 'shut', 'concurrent_update'],
    ['burn', 'gone', undefined],
    ['push', 'shut', undefined],
  ] as const)('of %s in %s is %s', (trigger, state, code) => {
    expect(errorIn(aDoor(), trigger, state)).toBe(code);
  });

  it('is none if only some cases are rejected', () => {
    expect(errorIn(aDoor(), 'push', 'open')).toBeUndefined();
  });
});

describe('statesAllowing', () => {
  it('lists the states in which a trigger is allowed, in the order of the machine', () => {
    expect(statesAllowing(aDoor(), 'push')).toEqual(['open', 'shut']);
    expect(statesAllowing(aDoor(), 'burn')).toEqual(['open', 'gone']);
  });
});

describe('transitionFrom', () => {
  it.each([
    ['open', 'shut'],
    ['open', 'open'],
  ] as const)('finds the transition from %s to %s', (from, to) => {
    expect(transitionFrom(aDoor(), 'push', from, to)).toMatchObject({ to });
  });

  it('finds the only transition without its next state', () => {
    expect(transitionFrom(aDoor(), 'push', 'shut')).toMatchObject({ to: 'open' });
  });

  it.each([
    ['open', 'gone'],
    ['shut', 'shut'],
    ['gone', 'gone'],
  ] as const)('throws for the missing transition from %s to %s', (from, to) => {
    expect(() => transitionFrom(aDoor(), 'push', from, to)).toThrow(
      `has no transition from ${from} to ${to}`,
    );
  });
});
