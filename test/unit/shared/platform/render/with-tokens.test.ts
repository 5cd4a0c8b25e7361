import { expect, it } from 'vitest';
import { CONTROL_STYLE, TEXT_STYLE } from '#shared/platform/render/base-style.ts';
import { HEADER_STYLE } from '#shared/platform/render/site-header.ts';
import { withTokens } from '#shared/platform/render/with-tokens.ts';

it('adds the tokens that a style uses, those that their values use, and no others', () => {
  const css = withTokens('p{box-shadow:var(--ring)}\n');

  expect(css).toMatch(/^:root\{color-scheme:light dark;--ring:[^}]+\}p\{box-shadow:var\(--ring\)\}$/u);
  expect(css).toContain('--surface:light-dark(#ffffff,#121317)');
  expect(css).not.toContain('--text');
});

it('knows each token of the styles that pages share', () => {
  const css = withTokens(`${TEXT_STYLE}${CONTROL_STYLE}${HEADER_STYLE}`);
  const used = [...css.matchAll(/var\((--[\w-]+)/gu)].map(([, name = '']) => name);

  expect(used.filter((name) => !css.includes(`${name}:`))).toEqual([]);
});
