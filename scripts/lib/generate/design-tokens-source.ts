/** Comments, and the blanks that CSS does not need. */
const COMMENTS = /\/\*[^]*?\*\//gu;

/**
 * The source of `shared/platform/render/design-tokens.ts`: the custom properties of the first rule of the console's style sheet of tokens.
 * @throws Error if the style sheet has no token
 */
export function designTokensSource(css: string): string {
  const [, body = ''] = /:root\s*\{([^}]*)\}/u.exec(css.replaceAll(COMMENTS, '')) ?? [];
  const declarations = body
    .split(';')
    .map((declaration) => declaration.replaceAll(/\s+/gu, ' ').trim())
    .filter((declaration) => declaration.startsWith('--'))
    .map((declaration) => declaration.replace(/: /u, ':').replaceAll(', ', ','));
  if (declarations.length === 0) throw new Error('the style sheet has no design tokens');
  return `/** The design tokens of the console, one a line; made from console/styles/tokens.css by \`npm run generate -- design-tokens\`. */
export const DESIGN_TOKENS = \`
${declarations.join('\n')}
\`;
`;
}
