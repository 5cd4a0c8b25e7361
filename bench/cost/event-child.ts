import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureOutput } from '#local/output-capture.ts';
import { DisturbedRunError, type EventRun, type EventRunOptions, runEvents } from './event-run.ts';

/** What the process reports: the run, or why it is repeated. Any other error ends the process with its stack. */
export type EventRunReport = { readonly run: EventRun } | { readonly disturbed: string };

const folder = mkdtempSync(join(tmpdir(), 'workspace-cost-log-'));
const logFile = join(folder, 'functions.log');
captureOutput(logFile, () => new Date());

process.once('message', (options: EventRunOptions) => {
  void runEvents(options, () => statSync(logFile).size)
    .then((run): EventRunReport => ({ run }))
    .catch((error: unknown): EventRunReport => {
      if (error instanceof DisturbedRunError) return { disturbed: error.message };
      throw error;
    })
    .finally(() => rmSync(folder, { recursive: true, force: true }))
    .then((report) => process.send?.(report, () => process.exit()));
});
