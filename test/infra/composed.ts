import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { functionFolder } from '#infra/bundling/bundle.ts';
import { cdkContext } from '#infra/cdk-context.ts';
import type { Stage, StageConfig } from '#infra/config.ts';
import { composePlatform } from '#infra/platform.ts';

/** The constructs of a stage before synthesis, for what a template does not contain. Its folder is deleted when the test ends. */
export function composedApp(stage: Stage, config?: StageConfig): App {
  const outdir = mkdtempSync(join(tmpdir(), 'workspace-cdk-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  return composeIn(outdir, stage, config);
}

/** The same for all tests of a describe block: one app, composed before the first of them. */
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
  const app = new App({
    outdir,
    builtinCloudFormationValidation: false,
    context: { ...cdkContext(), 'aws:cdk:disable-asset-staging': true },
  });
  composePlatform(app, { stage, codeFolderOf: functionFolder, ...(config === undefined ? {} : { config }) });
  return app;
}
