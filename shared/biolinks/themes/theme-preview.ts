import type { Theme } from './theme.ts';

/**
 * A preview of a theme as a `data:` URL: background, avatar, title and three buttons. It is built only from values of the
 * catalogue, so only the URL itself needs escaping.
 */
export function themePreview({ palette, shape }: Theme): string {
  const { background, text, muted, button, buttonBorder } = palette;
  const stops = background
    .map(
      (color, index) =>
        `<stop offset="${index / Math.max(1, background.length - 1)}" stop-color="${color}"/>`,
    )
    .join('');
  const radius = Math.min(10, Number.parseInt(shape.buttonRadius, 10) / 2);
  const buttons = [92, 118, 144]
    .map((y) => `<rect x="16" y="${y}" width="88" height="20" rx="${radius}"/>`)
    .join('');
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 180">',
    `<linearGradient id="b" x2="0" y2="1">${stops}</linearGradient>`,
    '<rect width="120" height="180" fill="url(#b)"/>',
    `<circle cx="60" cy="34" r="16" fill="${button}" stroke="${buttonBorder}"/>`,
    `<rect x="30" y="60" width="60" height="7" rx="3.5" fill="${text}"/>`,
    `<rect x="40" y="73" width="40" height="5" rx="2.5" fill="${muted}"/>`,
    `<g fill="${button}" stroke="${buttonBorder}">${buttons}</g>`,
    '</svg>',
  ].join('');
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
