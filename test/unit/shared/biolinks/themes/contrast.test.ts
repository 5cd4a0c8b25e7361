import { describe, expect, it } from 'vitest';
import { contrast, luminance, readableOn, withAccent } from '#shared/biolinks/themes/contrast.ts';
import { DEFAULT_THEME } from '#shared/biolinks/themes/theme-catalogue.ts';

describe('luminance', () => {
  it.each([
    ['#000000', 0],
    ['#ffffff', 1],
    ['#ff0000', 0.2126],
    ['#00FF00', 0.7152],
    ['#0000ff', 0.0722],
    ['#808080', 0.2159],
  ])('of %s is %f', (color, value) => {
    expect(luminance(color)).toBeCloseTo(value, 4);
  });
});

describe('contrast', () => {
  // Ratios of the WebAIM contrast checker.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#0000ff', '#ffff00', 8],
    ['#123456', '#123456', 1],
  ])('of %s on %s is %f, in either order', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

describe('readableOn', () => {
  it.each([
    ['#ffffff', '#000000'],
    ['#000000', '#ffffff'],
    ['#4f46e5', '#ffffff'],
    ['#ffd166', '#000000'],
  ])('of %s is %s', (color, text) => {
    expect(readableOn(color)).toBe(text);
  });
});

describe('withAccent', () => {
  const { palette } = DEFAULT_THEME;

  it('colours the buttons and nothing else', () => {
    expect(withAccent(palette, '#4f46e5')).toEqual({
      ...palette,
      button: '#4f46e5',
      buttonText: '#ffffff',
      buttonBorder: '#4f46e5',
    });
  });

  it('adds an edge to buttons that hardly differ from the background', () => {
    expect(withAccent(palette, '#ffffff')).toMatchObject({
      button: '#ffffff',
      buttonText: '#000000',
      buttonBorder: palette.border,
    });
  });
});
