import { runNamed } from '#scripts/lib/run-named.ts';

/** `npm run lint [-- name]`: lints the code, or with a tool of its own the OpenAPI document or the templates of all stages. */
runNamed(
  'lint',
  {
    code: ['oxlint', 'oxlint --config console/.oxlintrc.json console'],
    openapi: [
      'npx --yes -p @redocly/cli@2.77.0 redocly lint docs/api/openapi.json --config docs/api/redocly.yaml',
    ],
    templates: ['node scripts/commands/lint/templates.ts'],
  },
  ['code'],
);
