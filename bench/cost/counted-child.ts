import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureOutput } from '#local/output-capture.ts';
import { runBroadcast } from './broadcast-run.ts';
import { runConsole } from './console-run.ts';
import { runPublishing } from './publishing-run.ts';

/** Runs on a counted stack, each of which needs a process of its own. */
const RUNS = { broadcast: runBroadcast, console: runConsole, publishing: runPublishing };

export type CountedRuns = { readonly [Name in keyof typeof RUNS]: Awaited<ReturnType<(typeof RUNS)[Name]>> };

/** The input of this process: a run, and the number of requests of each kind. */
export type CountedInput = { readonly name: keyof typeof RUNS; readonly requests: number };

const folder = mkdtempSync(join(tmpdir(), 'workspace-cost-counted-'));
captureOutput(join(folder, 'functions.log'), () => new Date());

/** Reports the AWS calls of the run. */
process.once('message', ({ name, requests }: CountedInput) => {
  void RUNS[name](requests, () => undefined)
    .finally(() => rmSync(folder, { recursive: true, force: true }))
    .then((report) => process.send?.(report, () => process.exit()));
});
