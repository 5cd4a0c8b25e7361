import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUNDLE_FOLDER, functionNames } from '#infra/bundling/bundle.ts';
import { cdkContext } from '#infra/cdk-context.ts';
import { configOf, type Stage, type StageConfig } from '#infra/config.ts';
import { TEST_SETTINGS } from '#infra/settings/test-settings.ts';
import { WorkspacePlatform } from '#infra/workspace-platform.ts';
import { buildCdk } from '#scripts/lib/packages/build-cdk.ts';
import {
  createForeignProject,
  type ForeignProject,
} from '#test/support/fixtures/platform/packages/foreign-project.ts';
import {
  filesIn,
  packPackage,
  type PackedPackage,
  unwantedFiles,
} from '#test/support/fixtures/platform/packages/packed-package.ts';

/** Bytes. 21 MB in November 2026, nearly all of it functions. */
const SIZE_LIMIT = 30_000_000;
const STACKS_OF_A_STAGE = 14;

/**
 * An app with a stack of its own, an alarm in it, and two stages of the platform, without feature flags. The CDK's validation of templates
 * is off in these apps: it takes most of the time, and `npm run synth` has it on.
 */
const TWO_STAGES = `
import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { WorkspacePlatform } from '@workspace-platform/cdk';

const [outdir = '', settings = ''] = process.argv.slice(2);
const app = new App({ outdir, analyticsReporting: false, builtinCloudFormationValidation: false });
const shop = new Stack(app, 'shop');
const orders = new Queue(shop, 'Orders');
new Alarm(shop, 'Waiting', { metric: orders.metricApproximateAgeOfOldestMessage(), threshold: 60, evaluationPeriods: 1 });
new WorkspacePlatform(app, 'dev');
new WorkspacePlatform(app, 'prod', JSON.parse(settings));
app.synth();
`;

/** A stage of the platform in a stage of the CDK, with another setting, and a stack that uses what the construct exposes. */
const IN_A_STAGE = `
import { App, CfnOutput, Stack, Stage } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { WorkspacePlatform } from '@workspace-platform/cdk';

const [outdir = ''] = process.argv.slice(2);
const app = new App({ outdir, analyticsReporting: false, builtinCloudFormationValidation: false });
const stage = new Stage(app, 'Shop');
const platform = new WorkspacePlatform(stage, 'dev', { logRetention: RetentionDays.ONE_YEAR, domain: undefined });
const own = new Stack(stage, 'own');
new CfnOutput(own, 'Api', { value: platform.apiUrl });
for (const stack of platform.stacks) own.addStackDependency(stack);
platform.alarmTopics.page.addSubscription(new UrlSubscription('https://alarms.example.com/'));
app.synth();
`;

/** Tries settings, and prints the message of each error. */
const WRONG_SETTINGS = `
import { App, Stack } from 'aws-cdk-lib';
import { WorkspacePlatform } from '@workspace-platform/cdk';

const messages = JSON.parse(process.argv[2]).map(([stage, settings]) => {
  try {
    new WorkspacePlatform(new App(), stage, settings);
  } catch (error) {
    return error.message;
  }
});
try {
  new WorkspacePlatform(new Stack(new App(), 'shop'), 'dev');
} catch (error) {
  messages.push(error.message);
}
console.log(JSON.stringify(messages));
`;

const WRONG_TYPES = `
import { App } from 'aws-cdk-lib';
import { WorkspacePlatform, type WorkspacePlatformSettings } from '@workspace-platform/cdk';

export const settings: WorkspacePlatformSettings = { alarmMail: { page: 'page@example.com', warn: null } };
// @ts-expect-error There is no such stage.
new WorkspacePlatform(new App(), 'production');
// @ts-expect-error There is no such setting.
new WorkspacePlatform(new App(), 'dev', { colour: 'red' });
`;

type Template = { readonly Resources: Readonly<Record<string, { readonly Properties?: unknown }>> };

type Templates = Readonly<Record<string, Template>>;

describe('@workspace-platform/cdk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cdk-package-'));
  let packed: PackedPackage;
  let project: ForeignProject;

  beforeAll(async () => {
    buildCdk(join(folder, 'built'), 'example/platform');
    packed = packPackage(join(folder, 'built'), join(folder, 'packed'));
    project = createForeignProject({
      folder: join(folder, 'project'),
      dependencies: {
        '@workspace-platform/cdk': `file:${packed.tarball}`,
        'aws-cdk-lib': '*',
        constructs: '*',
      },
      provided: ['aws-cdk-lib', 'constructs'],
    });
    project.write('two-stages.js', TWO_STAGES);
    await project.run('node', ['two-stages.js', join(folder, 'two-stages'), JSON.stringify(TEST_SETTINGS)]);
    // A bundle, a tarball of 21 MB and a synthesis, on a machine that does other things as well.
  }, 360_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  it('contains the construct, its declarations and every function, and nothing of this machine', () => {
    const beside = packed.files.filter((file) => !file.startsWith('dist/functions/'));
    const functions = readdirSync(join(packed.folder, 'dist/functions'));

    expect(beside).toEqual(
      [
        'LICENSE',
        'README.md',
        'THIRD-PARTY-NOTICES.txt',
        'lib/config.d.ts',
        'lib/settings/external-resources.d.ts',
        'lib/workspace-platform.d.ts',
        'lib/workspace-platform.js',
        'package.json',
      ].toSorted(),
    );
    expect(functions.toSorted()).toEqual(functionNames());
    expect(unwantedFiles(packed)).toEqual([]);
    expect(packed.size).toBeLessThan(SIZE_LIMIT);
  });

  it('names the license of every package that functions contain', () => {
    const notices = readFileSync(join(packed.folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const { inputs } = JSON.parse(readFileSync(join(BUNDLE_FOLDER, 'metafile.json'), 'utf8'));
    const names = Object.keys(inputs).flatMap(
      (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(path)?.[1] ?? [],
    );

    expect(names).toContain('hono');
    expect([...new Set(names)].filter((name) => !notices.includes(`=== ${name} `))).toEqual([]);
    // The console and the API reference, which are files of functions.
    for (const name of ['preact', '@scalar/api-reference']) expect(notices).toContain(`=== ${name} `);
  });

  it('needs nothing at run time but the CDK of the app', () => {
    const source = readFileSync(join(packed.folder, 'lib/workspace-platform.js'), 'utf8');
    const imported = [...source.matchAll(/^(?:import|\}) .*?from "([^"]+)";$/gmu)].map(
      ([, name = '']) => name,
    );
    const foreign = new Set(
      imported.map((name) => name.split('/')[0] ?? '').filter((name) => !name.startsWith('node:')),
    );

    expect(foreign).toEqual(new Set(['aws-cdk-lib', 'constructs']));
    expect(source).not.toMatch(/\brequire\(|\bimport\(/u);
    expect(packed.manifest).not.toHaveProperty('dependencies');
    expect(packed.manifest['peerDependencies']).toEqual({ 'aws-cdk-lib': '^2.276.0', constructs: '^10.5.0' });
  });

  it('synthesizes the templates of this repository, in an app without its feature flags and with another stage', () => {
    const own = Object.assign(
      {},
      synthesizedHere('dev', configOf('dev')),
      synthesizedHere('prod', configOf('prod', { settings: 'test' })),
    );
    const { shop, ...foreign } = templatesIn(join(folder, 'two-stages'));
    expect(shop).toBeDefined();
    expect(Object.keys(foreign)).toEqual(Object.keys(own));
    for (const [name, template] of Object.entries(foreign))
      expect([name, template]).toEqual([name, own[name]]);
  });

  /** Templates as this repository deploys them: each stage in an app of its own, with the feature flags of cdk.json. */
  function synthesizedHere(stage: Stage, config: StageConfig): Templates {
    const outdir = join(folder, `own-${stage}`);
    const context = cdkContext();
    const app = new App({
      outdir,
      analyticsReporting: false,
      builtinCloudFormationValidation: false,
      context,
    });
    const { stacks } = new WorkspacePlatform(app, stage, config);
    app.synth();
    expect(stacks).toHaveLength(STACKS_OF_A_STAGE);
    return templatesIn(outdir);
  }

  it('has the code of every function in the assembly', () => {
    const outdir = join(folder, 'two-stages');
    const functions = Object.values(templatesIn(outdir)).flatMap(({ Resources }) =>
      Object.values(Resources).filter((resource) => at(resource, 'Type') === 'AWS::Lambda::Function'),
    );
    const codes = functions.map((resource) => {
      const asset = `asset.${String(at(resource, 'Properties', 'Code', 'S3Key')).replace('.zip', '')}`;
      const name = String(at(resource, 'Properties', 'FunctionName')).replace(
        /^workspace-(?:dev|prod)-/u,
        '',
      );
      return { name, assembled: join(outdir, asset), packed: join(packed.folder, 'dist/functions', name) };
    });

    expect(new Set(codes.map(({ name }) => name))).toEqual(new Set(functionNames()));
    expect(codes).toHaveLength(2 * functionNames().length);
    for (const code of codes) {
      expect([code.name, filesIn(code.assembled)]).toEqual([code.name, filesIn(code.packed)]);
      expect(readFileSync(join(code.assembled, 'index.mjs')).length).toBeGreaterThan(5_000);
    }
  });

  it('changes nothing in the other stacks of the app', () => {
    const { shop } = templatesIn(join(folder, 'two-stages'));
    const resources = Object.values(shop?.Resources ?? {});

    // Dev has no alarms and tags everything of its own.
    expect(resources.map((resource) => String(at(resource, 'Type')))).toEqual([
      'AWS::SQS::Queue',
      'AWS::CloudWatch::Alarm',
    ]);
    expect(JSON.stringify(shop)).not.toContain('Tags');
    expect(resources.map((resource) => at(resource, 'Properties', 'AlarmActions'))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('applies a setting, in a stage of the CDK and beside a stack that uses the platform', async () => {
    const outdir = join(folder, 'in-a-stage');
    project.write('in-a-stage.js', IN_A_STAGE);

    await project.run('node', ['in-a-stage.js', outdir]);

    const changed = templatesIn(join(outdir, 'assembly-Shop'));
    const before = templatesIn(join(folder, 'two-stages'));
    const daysOf = (template: Template | undefined) =>
      at(template?.Resources['PublishPostLogs'], 'Properties', 'RetentionInDays');
    expect(Object.keys(changed)).toHaveLength(STACKS_OF_A_STAGE + 1);
    expect(daysOf(before['workspace-dev-scheduling'])).toBe(7);
    expect(daysOf(changed['Shopworkspacedevscheduling'])).toBe(365);
    expect(JSON.stringify(changed['Shopworkspacedevalarms'])).toContain('https://alarms.example.com/');
    expect(at(changed['Shopown'], 'Outputs', 'Api', 'Value')).toBeDefined();
  });

  it('names each wrong setting in an error', async () => {
    const messaging = { smsConfigurationSet: 'set', maxPriceDollars: 0, whatsapp: false };
    const attempts = [
      ['prod', {}],
      ['prod', { ...TEST_SETTINGS, pageHost: null }],
      ['dev', { alarmMails: {} }],
      ['dev', { throttle: 5 }],
      ['dev', { messaging }],
      ['production', {}],
    ];
    project.write('wrong-settings.js', WRONG_SETTINGS);

    const { stdout } = await project.run('node', ['wrong-settings.js', JSON.stringify(attempts)]);

    expect(JSON.parse(stdout)).toEqual([
      expect.stringMatching(/^Complete the settings of prod [^]*`env` [^]*`alarmMail.page` [^]*`pageHost` /u),
      expect.stringMatching(/^Complete the settings of prod [^\n]*\n- `pageHost` /u),
      expect.stringContaining('Unknown setting `alarmMails`'),
      'The setting `throttle` has the type number: it must have the type object.',
      expect.stringContaining('`messaging.maxPriceDollars`'),
      expect.stringContaining('Unknown stage "production"'),
      expect.stringContaining('Create WorkspacePlatform in the App or in a Stage'),
    ]);
  });

  it('has types that accept an app and reject unknown stages and settings', async () => {
    project.write('in-a-stage.ts', IN_A_STAGE);
    project.write('wrong-types.ts', WRONG_TYPES);

    await expect(project.checkTypes('in-a-stage.ts', 'wrong-types.ts')).resolves.toBeUndefined();
  });

  it('has the same files after a second build', () => {
    buildCdk(join(folder, 'again'), 'example/platform');
    const files = filesIn(join(folder, 'built'));
    const changed = files.filter(
      (file) =>
        !existsSync(join(folder, 'again', file)) ||
        !readFileSync(join(folder, 'again', file)).equals(readFileSync(join(folder, 'built', file))),
    );

    expect(filesIn(join(folder, 'again'))).toEqual(files);
    expect(changed).toEqual([]);
  });
});

/** The templates of an assembly by the name of their file. */
function templatesIn(outdir: string): Templates {
  const files = readdirSync(outdir).filter((file) => file.endsWith('.template.json'));
  return Object.fromEntries(
    files
      .toSorted()
      .map((file) => [
        file.replace('.template.json', '').replace(/[0-9A-F]{8}$/u, ''),
        JSON.parse(readFileSync(join(outdir, file), 'utf8')),
      ]),
  );
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, key) => Object(found)[key], value);
}
