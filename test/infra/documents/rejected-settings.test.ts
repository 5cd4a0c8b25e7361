import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '#infra/cdk-context.ts';

/** What the CDK CLI passes to the app. */
type Run = { readonly context: Readonly<Record<string, string>>; readonly folder: string };

describe('the CDK app with settings that cannot be deployed', () => {
  let directory = '';
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'workspace-app-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  function run({ context, folder }: Run): Promise<{ readonly code: unknown; readonly stderr: string }> {
    const outdir = join(directory, folder);
    const env = { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context) };
    return new Promise((resolve) => {
      execFile(process.execPath, ['infra/app.ts'], { cwd: REPOSITORY, env }, (error, _, stderr) =>
        resolve({ code: error?.code ?? 0, stderr }),
      );
    });
  }

  it.each([
    [
      'prod without its settings',
      { stage: 'prod' },
      'cdk.out',
      /^Complete the settings of prod first[\s\S]*`env` is missing/u,
    ],
    [
      'a deployment with test settings',
      { stage: 'prod', settings: 'test' },
      'cdk.out',
      /^The test settings are never deployed/u,
    ],
  ])('says what to do about %s, without a stack trace', async (_, context, folder, message) => {
    const { code, stderr } = await run({ context, folder });

    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(stderr).not.toMatch(/^\s+at /mu);
  });
});
