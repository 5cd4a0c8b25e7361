import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { cdkContext } from '#infra/cdk-context.ts';
import { STAGE_CONFIG } from '#infra/config.ts';
import type { Stage, StageConfig } from '#infra/config.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { composePlatform } from '#infra/platform.ts';
import { DataStack } from '#infra/stacks/data-stack.ts';
import { DeliveryStack } from '#infra/stacks/delivery-stack.ts';
import { SchedulingStack } from '#infra/stacks/scheduling-stack.ts';
import { VisitsStack } from '#infra/stacks/visits-stack.ts';
import { unbundledCode } from '#infra/unbundled-code.ts';
import { at } from './synthesized.ts';

/** The constructs of a stage before synthesis, for what a template does not contain. Its folder is deleted when the test ends. */
export function composedApp(stage: Stage, config?: StageConfig): App {
  const outdir = mkdtempSync(join(tmpdir(), 'workspace-cdk-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  return composeIn(outdir, stage, config);
}

/** The stacks with queues, streams and schedules: a fifth of the functions, so that many settings can be tried. */
export function composedConsumers(stage: Stage, config: StageConfig): App {
  const outdir = mkdtempSync(join(tmpdir(), 'workspace-cdk-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const app = emptyApp(outdir);
  const deployment: Deployment = { stage, config, codeOf: (name) => unbundledCode(name) };
  const data = new DataStack(app, deployment);
  const hosts = {
    apiHosts: 'api.example.com',
    apiOrigins: 'https://api.example.com',
    pageHost: 'pages.example.com',
  };
  new DeliveryStack(app, deployment, data, hosts);
  new SchedulingStack(app, deployment, data, hosts);
  new VisitsStack(app, deployment, data);
  return app;
}

/** Like `composedApp`, for all tests of a describe block: one app, composed before the first of them. */
export function composeForAll(stage: Stage, config: StageConfig): () => App {
  let composed: { readonly app: App; readonly outdir: string } | undefined;
  beforeAll(() => {
    const outdir = mkdtempSync(join(tmpdir(), 'workspace-cdk-'));
    composed = { app: composeIn(outdir, stage, config), outdir };
  });
  afterAll(() => {
    if (composed) rmSync(composed.outdir, { recursive: true });
  });
  return () => {
    if (!composed) throw new Error('The app is composed before the first test, not before that');
    return composed.app;
  };
}

function composeIn(outdir: string, stage: Stage, config: StageConfig | undefined): App {
  const app = emptyApp(outdir);
  composePlatform(app, { stage, codeOf: unbundledCode, ...(config === undefined ? {} : { config }) });
  return app;
}

function emptyApp(outdir: string): App {
  return new App({
    outdir,
    builtinCloudFormationValidation: false,
    context: { ...cdkContext(), 'aws:cdk:disable-asset-staging': true },
  });
}

/** Templates of dev with a choice, synthesized once for all tests of a describe block. */
export function synthesizedForAll(choice: Partial<StageConfig>): () => Readonly<Record<string, unknown>> {
  const composed = composeForAll('dev', { ...STAGE_CONFIG.dev, ...choice });
  let templates: Readonly<Record<string, unknown>> | undefined;
  return () => (templates ??= templatesIn(composed()));
}

/** The templates of an app by stack name. */
export function templatesIn(app: App): Readonly<Record<string, unknown>> {
  return Object.fromEntries(app.synth().stacks.map(({ stackName, template }) => [stackName, template]));
}

/** The properties of the resources of a template, by type. */
export function resourcesIn(template: unknown): Readonly<Record<string, readonly unknown[]>> {
  const resources = Object.values(at(template, 'Resources') ?? {});
  return Object.fromEntries(
    resources.map((resource) => [
      String(at(resource, 'Type')),
      resources
        .filter((other) => at(other, 'Type') === at(resource, 'Type'))
        .map((other) => at(other, 'Properties')),
    ]),
  );
}
