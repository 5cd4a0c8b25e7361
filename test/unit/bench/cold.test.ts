import { describe, expect, it } from 'vitest';
import { beyondLimits, coldFigures } from '#bench/cold/cold-figures.ts';
import type { Start } from '#bench/cold/measure-start.ts';

function aStart(loadCpuMs: number, callCpuMs: number): Start {
  return { loadMs: loadCpuMs, wallMs: loadCpuMs + callCpuMs, loadCpuMs, cpuMs: loadCpuMs + callCpuMs };
}

const FLOOR = { plain: aStart(50, 50), lean: aStart(40, 40) };

function figures(own: readonly Start[], { bytes = 300_000, hasKeyService = false } = {}) {
  const bundle = { name: 'get-page', file: '', bytes, hasKeyService };
  return coldFigures(
    bundle,
    own.map((start) => ({ own: start, ...FLOOR })),
  );
}

describe('the cold start of a function', () => {
  it('is the median of its ratios to the baseline right before', () => {
    const { loadRatio, ratio, leanRatio } = figures([aStart(60, 90), aStart(500, 500), aStart(10, 10)]);

    expect({ loadRatio, ratio, leanRatio }).toEqual({ loadRatio: 1.2, ratio: 1.5, leanRatio: 1.875 });
  });

  it.each([
    ['loads in', aStart(63, 0), {}, ['get-page: loads in 1.26 × the floor, at most 1.25']],
    [
      'loads in, with a secret,',
      aStart(71, 0),
      { hasKeyService: true },
      ['get-page: loads in 1.42 × the floor, at most 1.4'],
    ],
    ['has', aStart(50, 0), { bytes: 420_001 }, ['get-page: 420001 bytes, at most 420000']],
  ])('exceeds its limits by what it %s', (_, start, bundle, beyond) => {
    expect(beyondLimits(figures([start], bundle))).toEqual(beyond);
  });

  it('is within the limits whatever the first call reads', () => {
    expect(beyondLimits(figures([aStart(62, 300)], { bytes: 420_000 }))).toEqual([]);
  });
});
