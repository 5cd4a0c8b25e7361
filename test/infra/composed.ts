import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { onTestFinished } from 'vitest';
import { functionFolder } from '#infra/bundling/bundle.ts';
import { cdkContext } from '#infra/cdk-context.ts';
import type { Stage, StageConfig } from '#infra/config.ts';
import { composePlatform } from '#infra/platform.ts';

/** A stage's constructs before synthesis, for what a template does not say. Its folder goes when the test ends. */
export function composedApp(stage: Stage, config?: StageConfig): App {
  const outdir = mkdtempSync(join(tmpdir(), 'workspace-cdk-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const app = new App({
    outdir,
    builtinCloudFormationValidation: false,
    context: { ...cdkContext(), 'aws:cdk:disable-asset-staging': true },
  });
  composePlatform(app, { stage, codeFolderOf: functionFolder, ...(config === undefined ? {} : { config }) });
  return app;
}
