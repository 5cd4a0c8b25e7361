/**
 * Folders outside `shared/` and what their files may import. Globs are paths from the root; `{folder}` is the file's own
 * `functions/<product>/<name>`.
 */
export type Area = {
  readonly files: string;
  readonly mayImport: readonly string[];
  /** Importable for their types only. */
  readonly mayImportTypes?: readonly string[];
  /** The rule as shown in a violation. */
  readonly rule: string;
};

/** Modules that only some files may import, whatever their area or layer allows. */
export type Reserved = {
  readonly targets: readonly string[];
  readonly onlyIn: readonly string[];
  readonly rule: string;
};

/** All npm packages and Node modules; `RESERVED` restricts some of them further. */
const PACKAGES = 'package/**';
const AWS_CLIENT = 'packages/lean-aws-client/**';

/** The first area that matches a file applies. Files of `shared/` have a product and a layer instead (`layers.ts`). */
export const AREAS: readonly Area[] = [
  {
    files: 'functions/registry.ts',
    mayImport: ['functions/*/operations.ts', 'functions/*/*/consumer.ts'],
    mayImportTypes: ['shared/platform/http/operation.ts', 'shared/platform/queues/consumer.ts'],
    rule: 'the registry imports the lists of operations and the consumers only',
  },
  {
    files: 'functions/capabilities.ts',
    mayImport: [
      'shared/*/capabilities.ts',
      'shared/platform/runtime/{capability-engine,platform-capabilities}.ts',
    ],
    mayImportTypes: ['shared/platform/runtime/capability-rows.ts'],
    rule: 'the joined capabilities import the rows of the products and the engine only',
  },
  {
    files: 'functions/*/operations.ts',
    mayImport: ['functions/*/*/operation.ts'],
    mayImportTypes: ['shared/platform/http/operation.ts'],
    rule: 'a list of operations imports those only',
  },
  {
    files: 'functions/*/*/consumer.ts',
    mayImport: [
      'shared/*/domain/**',
      'shared/platform/core/**',
      'shared/platform/queues/consumer.ts',
      'shared/platform/runtime/env.ts',
      '{folder}/log-fields.ts',
      'package/valibot',
    ],
    rule: 'a consumer is declared without adapters, because infra reads it: it imports the domain, parsers of settings, and valibot',
  },
  {
    files: 'functions/*/*/**',
    mayImport: ['shared/**', '{folder}/**', AWS_CLIENT, PACKAGES],
    rule: 'a function imports shared/, the AWS client and its own folder',
  },
  {
    files: AWS_CLIENT,
    mayImport: [AWS_CLIENT, 'package/@aws-sdk/**', 'package/@smithy/**', 'package/valibot', 'package/node:*'],
    rule: 'the AWS client stands alone: it imports its own files, the AWS SDK, valibot and Node modules',
  },
  {
    files: 'infra/**',
    mayImport: [
      'infra/**',
      'cdk.json',
      'functions/{registry,capabilities}.ts',
      'shared/platform/store/table-definition.ts',
      'shared/biolinks/render/font-asset.ts',
      'shared/platform/render/site-font.ts',
      'shared/messaging/adapters/phone-metadata.ts',
      'shared/platform/runtime/derived-files.ts',
      'shared/platform/runtime/provision-variables.ts',
      'shared/platform/queues/schedule-part.ts',
      'shared/platform/runtime/secrets/recovery-key.ts',
      'shared/*/metrics.ts',
      'package/aws-cdk-lib',
      'package/aws-cdk-lib/*',
      'package/constructs',
      'package/esbuild',
      'package/node:*',
      'package/node:*/*',
    ],
    mayImportTypes: [
      'shared/platform/http/operation.ts',
      'shared/platform/core/metric.ts',
      'shared/platform/queues/consumer.ts',
      'shared/platform/runtime/{capabilities,capability-engine,capability-rows}.ts',
    ],
    rule: 'infra imports the CDK, its own files, its feature flags, the registry, the capabilities, the names of variables, the inputs of schedules, the table definition, the lists of fonts, derived files and metrics, the path of the phone metadata, the form of the recovery key; it references functions by path',
  },
  {
    files: 'local/**',
    mayImport: [
      'local/**',
      AWS_CLIENT,
      'shared/**',
      'functions/registry.ts',
      'functions/*/*/index.ts',
      'infra/synthesize.ts',
      'infra/bundling/{digest-inputs,function-folders}.ts',
      PACKAGES,
    ],
    rule: 'the local stack imports the synthesized template, function entries and shared/',
  },
  {
    files: 'scripts/**',
    mayImport: [
      'scripts/**',
      AWS_CLIENT,
      'shared/**',
      'local/**',
      'clients/typescript/**',
      'clients/cli/{command/help,commands/all}.ts',
      'functions/{registry,capabilities}.ts',
      'functions/*/*/index.ts',
      'infra/{synthesize,every-alarm,config,concurrency,settings/api-routes,settings/dead-letters,settings/deployable,settings/external-resources,settings/role-quota}.ts',
      'infra/bundling/{bundle,bundle-cache}.ts',
      PACKAGES,
    ],
    rule: 'scripts import the local stack, the settings of stages, the bundles, function entries, the registry, the client and shared/',
  },
  {
    files: 'bench/**',
    mayImport: [
      'bench/**',
      AWS_CLIENT,
      'shared/**',
      'local/**',
      'functions/**',
      'scripts/**',
      'infra/synthesize.ts',
      'infra/bundling/{bundle,function-folders}.ts',
      PACKAGES,
    ],
    rule: 'benchmarks import functions, the local stack, the template and bundles, scripts and shared/',
  },
  {
    files: 'console/**',
    mayImport: [
      'console/**',
      'clients/typescript/**',
      'shared/workspaces/domain/console-url.ts',
      'shared/broadcasts/domain/sms-length.ts',
      'shared/messaging/domain/text-limit.ts',
      'shared/platform/core/text.ts',
      'shared/platform/core/time-units.ts',
      'docs/api/webhooks.md',
      PACKAGES,
    ],
    rule: 'the console is a client of the API: it imports the client, the rule for its paths, the lengths and limits of texts, the units of time, the webhook guide and packages',
  },
  { files: 'clients/**', mayImport: ['clients/**', 'cli/**', PACKAGES], rule: 'clients stand alone' },
  { files: 'test/**', mayImport: ['**'], rule: 'tests import everything' },
  { files: '*.config.ts', mayImport: [PACKAGES], rule: 'tool configuration imports packages only' },
];

export const RESERVED: readonly Reserved[] = [
  { targets: ['test/**'], onlyIn: ['test/**'], rule: 'nothing imports test' },
  {
    targets: ['package/@aws-sdk/**', 'package/@smithy/**'],
    onlyIn: [
      AWS_CLIENT,
      'shared/*/store/**',
      'shared/platform/*/store/**',
      'shared/platform/queues/**',
      'shared/*/adapters/**',
      'shared/platform/runtime/**',
      'functions/*/*/index.ts',
      'local/**',
      'scripts/**',
      'bench/**',
      'test/**',
    ],
    rule: 'the AWS SDK is used by stores, queues, adapters, the runtime and index.ts only',
  },
  {
    targets: [AWS_CLIENT],
    onlyIn: [
      AWS_CLIENT,
      'shared/*/store/**',
      'shared/platform/*/store/**',
      'shared/platform/queues/**',
      'shared/*/adapters/**',
      'shared/platform/runtime/**',
      'shared/platform/entry/**',
      'functions/*/*/index.ts',
      'local/**',
      'scripts/**',
      'bench/**',
      'test/**',
    ],
    rule: 'the AWS client is used by stores, queues, adapters, the runtime, the entries and index.ts only',
  },
  {
    targets: ['package/aws-cdk-lib', 'package/aws-cdk-lib/**', 'package/constructs'],
    onlyIn: ['infra/**', 'test/**'],
    rule: 'the CDK stays in infra',
  },
  {
    targets: ['package/@middy/core'],
    onlyIn: [
      'shared/platform/http/http-function.ts',
      'shared/platform/runtime/{middleware,consumer-chain}.ts',
    ],
    rule: 'the two chains alone use middy; a middleware has our own type, which allows no result',
  },
  {
    targets: ['shared/*/store/**', 'shared/platform/*/store/**'],
    onlyIn: [
      'shared/*/store/**',
      'shared/platform/*/store/**',
      'shared/platform/entry/**',
      'functions/*/*/index.ts',
      'infra/**',
      'local/**',
      'scripts/**',
      'bench/**',
      'test/**',
    ],
    rule: 'a handler gets ports; index.ts passes the stores in',
  },
  {
    targets: ['shared/platform/entry/**'],
    onlyIn: ['shared/platform/entry/**', 'functions/*/*/index.ts', 'bench/**', 'test/**'],
    rule: 'index.ts alone imports the entries',
  },
  {
    targets: ['functions/*/*/handler.ts'],
    onlyIn: ['functions/*/*/{index,deliver-batch}.ts', 'bench/**', 'test/**'],
    rule: 'index.ts alone imports handler.ts',
  },
  {
    targets: ['shared/*/capabilities.ts'],
    onlyIn: ['functions/capabilities.ts', 'test/**'],
    rule: 'functions/capabilities.ts alone imports the capabilities of products',
  },
  {
    targets: ['functions/*/*/index.ts'],
    onlyIn: ['local/**', 'scripts/**', 'bench/**', 'test/**'],
    rule: 'nothing that is deployed imports the entry of a function',
  },
];

/** Directories whose folders never import each other in a circle. */
export const WITHOUT_CIRCLES = [
  'shared',
  'shared/*',
  'functions',
  'infra',
  'local',
  'console',
  'console/screens',
  'console/screens/*',
  'clients',
  'clients/*',
  'scripts/lib',
  'bench',
  'packages',
];

/** Files that may read `process.env`; all other files receive their settings as arguments. */
export const ENVIRONMENT_READERS = [
  'functions/*/*/index.ts',
  'shared/platform/entry/**',
  'infra/app.ts',
  'clients/cli/main.ts',
  'local/**',
  'scripts/**',
  'bench/**',
  'test/**',
  '*.config.ts',
];

/** Files that may import a computed path, which cannot be checked. */
export const COMPUTED_IMPORTERS = ['local/**', 'scripts/**', 'bench/**', 'test/**'];

/** File names without meaning. */
export const EMPTY_NAMES = /(^|[/.-])(utils?|helpers?|common|misc)([/.-]|$)/;

/** The only files named `index.ts` are entries of functions, including functions of tests. */
export const ENTRIES = ['functions/*/*/index.ts', 'test/**/functions/*/*/index.ts'];
