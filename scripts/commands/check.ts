import { runNamed } from '#scripts/lib/run-named.ts';

const EVERY_CHANGE = {
  format: ['oxfmt --check'],
  lint: ['node --run lint'],
  types: ['tsc', 'tsc --project console'],
  knip: ['knip'],
  architecture: ['node --run architecture'],
  tooling: ['vitest run --project=tooling'],
};

/** `npm run check [-- name]`: runs the checks of every change, or one check by its name. */
runNamed(
  'check',
  {
    ...EVERY_CHANGE,
    reached: [
      'node test/support/fixtures/platform/records/judge-reached-errors.ts',
      'node test/infra/judge-recorded-calls.ts',
    ],
    'compare-openapi': ['node scripts/commands/check/compare-openapi.ts'],
    'compare-templates': ['node scripts/commands/check/compare-templates.ts'],
    mutation: [
      'npx --yes -p @stryker-mutator/core@10.1.1 -p @stryker-mutator/vitest-runner@10.1.1 stryker run test/mutation/stryker.config.json',
    ],
    'newest-sdk': ['node scripts/commands/check/newest-sdk.ts'],
    schemathesis: ['node scripts/commands/check/schemathesis.ts'],
    'second-opinion': ['node scripts/commands/check/second-opinion.ts'],
    rehearsals: ['node scripts/commands/check/rehearsals.ts'],
  },
  Object.keys(EVERY_CHANGE),
);
