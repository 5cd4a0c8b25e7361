/** A room and what its files may import. Globs are paths from the root; `{folder}` is the file's own `functions/<name>`. */
export type Room = {
  readonly files: string;
  readonly mayImport: readonly string[];
  /** Importable for their types only. */
  readonly mayImportTypes?: readonly string[];
  /** The rule as the reader of a violation sees it. */
  readonly rule: string;
};

/** Something that only some files may import, whatever their room allows. */
export type Reserved = {
  readonly targets: readonly string[];
  readonly onlyIn: readonly string[];
  readonly rule: string;
};

/** Packages of npm and modules of Node; those that belong to some rooms only are in `RESERVED`. */
const PACKAGES = 'package/**';

/** The first room that matches a file is its room; a file without one is a violation. */
export const ROOMS: readonly Room[] = [
  {
    files: 'shared/domain/**',
    // Of temporal-polyfill the arithmetic of given instants alone; what reads the clock stays outside.
    mayImport: ['shared/domain/**', 'package/valibot', 'package/temporal-polyfill/fns/PlainDateTime'],
    rule: 'the domain imports only itself, valibot and the arithmetic of time zones',
  },
  {
    files: 'shared/runtime/**',
    mayImport: ['shared/runtime/**', 'shared/domain/**', PACKAGES],
    rule: 'runtime imports only domain',
  },
  ...['store', 'messaging', 'network', 'http', 'page'].map((room) => ({
    files: `shared/${room}/**`,
    mayImport: [`shared/${room}/**`, 'shared/domain/**', 'shared/runtime/**', PACKAGES],
    rule: `${room} imports domain and runtime, no other room`,
  })),
  // What talks to hosts that customers name does so through network alone (R27).
  ...['webhook', 'publishing'].map((room) => ({
    files: `shared/${room}/**`,
    mayImport: [`shared/${room}/**`, 'shared/network/**', 'shared/domain/**', 'shared/runtime/**', PACKAGES],
    rule: `${room} imports domain, runtime and network, no other room`,
  })),
  {
    files: 'functions/registry.ts',
    mayImport: ['functions/*-operations.ts'],
    mayImportTypes: ['shared/platform/http/operation.ts'],
    rule: 'the registry imports the lists of operations only',
  },
  {
    files: 'functions/*-operations.ts',
    mayImport: ['functions/*/operation.ts'],
    mayImportTypes: ['shared/platform/http/operation.ts'],
    rule: 'a list of operations imports those only',
  },
  {
    files: 'functions/platform/route-not-found/index.ts',
    mayImport: ['shared/**', '{folder}/**', 'functions/registry.ts', PACKAGES],
    rule: 'the $default route imports shared/, its own folder and the registry',
  },
  {
    files: 'functions/*/**',
    mayImport: ['shared/**', '{folder}/**', PACKAGES],
    rule: 'a function imports shared/ and its own folder',
  },
  {
    files: 'infra/**',
    mayImport: [
      'infra/**',
      'functions/registry.ts',
      'shared/platform/store/table-definition.ts',
      'shared/biolinks/render/font-asset.ts',
      'shared/platform/runtime/metric-catalogue.ts',
      'package/aws-cdk-lib',
      'package/aws-cdk-lib/*',
      'package/constructs',
      'package/esbuild',
      'package/node:*',
      'package/node:*/*',
    ],
    mayImportTypes: ['shared/platform/http/operation.ts'],
    rule: 'infra imports the CDK, its own files, the registry, the table definition, the lists of fonts and metrics; functions are named by path',
  },
  {
    files: 'local/**',
    mayImport: [
      'local/**',
      'shared/**',
      'functions/registry.ts',
      'functions/*/index.ts',
      'infra/synthesize.ts',
      PACKAGES,
    ],
    rule: 'the local stack imports the synthesized template, function entries and shared/',
  },
  {
    files: 'scripts/**',
    mayImport: [
      'scripts/**',
      'shared/**',
      'local/**',
      'functions/registry.ts',
      'functions/*/index.ts',
      'infra/synthesize.ts',
      PACKAGES,
    ],
    rule: 'scripts import the local stack, function entries, the registry and shared/',
  },
  {
    files: 'bench/**',
    mayImport: [
      'bench/**',
      'shared/**',
      'local/**',
      'functions/**',
      'scripts/**',
      'infra/synthesize.ts',
      'infra/bundling/bundle.ts',
      PACKAGES,
    ],
    rule: 'benchmarks import functions, the local stack, the template and bundles, scripts and shared/',
  },
  { files: 'clients/**', mayImport: ['clients/**', PACKAGES], rule: 'clients stand alone' },
  { files: 'test/**', mayImport: ['**'], rule: 'tests import everything' },
  { files: '*.config.ts', mayImport: [PACKAGES], rule: 'tool configuration imports packages only' },
];

export const RESERVED: readonly Reserved[] = [
  { targets: ['test/**'], onlyIn: ['test/**'], rule: 'nothing imports test' },
  {
    targets: ['package/@aws-sdk/**', 'package/@smithy/**'],
    onlyIn: [
      'shared/store/**',
      'shared/messaging/**',
      'shared/runtime/**',
      'functions/*/index.ts',
      'local/**',
      'scripts/**',
      'bench/**',
      'test/**',
    ],
    rule: 'the AWS SDK stays in store, messaging, runtime and the wiring',
  },
  {
    targets: ['package/aws-cdk-lib', 'package/aws-cdk-lib/**', 'package/constructs'],
    onlyIn: ['infra/**', 'test/**'],
    rule: 'the CDK stays in infra',
  },
  {
    targets: ['shared/store/**'],
    onlyIn: [
      'shared/store/**',
      'functions/*/index.ts',
      'infra/**',
      'local/**',
      'scripts/**',
      'bench/**',
      'test/**',
    ],
    rule: 'a handler takes the ports of the domain; index.ts wires the store',
  },
  {
    targets: ['functions/*/env.ts', 'functions/*/handler.ts'],
    onlyIn: ['functions/*/index.ts', 'bench/**', 'test/**'],
    rule: 'index.ts alone imports env.ts and handler.ts',
  },
  {
    targets: ['functions/*/index.ts'],
    onlyIn: ['local/**', 'scripts/**', 'bench/**', 'test/**'],
    rule: 'nothing that is deployed imports the entry of a function',
  },
];

/** Files that may read `process.env`; everything else gets its settings handed in. */
export const ENVIRONMENT_READERS = [
  'functions/*/index.ts',
  'infra/app.ts',
  'local/**',
  'scripts/**',
  'bench/**',
  'test/**',
  '*.config.ts',
];

/** Files that may import by a path computed at run time, which no rule can follow. */
export const COMPUTED_IMPORTERS = ['local/**', 'scripts/**', 'bench/**', 'test/**'];

/** Files that get the time, chance and ids as arguments. */
export const PURE = ['shared/domain/**'];

/** Names that say nothing about what is inside. */
export const EMPTY_NAMES = /(^|[/.-])(utils?|helpers?|common|misc)([/.-]|$)/;

/** The only `index.ts` is the entry of a function, or of one that a test makes up. */
export const ENTRIES = ['functions/*/index.ts', 'test/**/functions/*/index.ts'];
