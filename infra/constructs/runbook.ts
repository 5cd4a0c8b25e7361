import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config.ts';
import { SettingsError } from '#infra/settings/settings-error.ts';

/** The pages of docs/runbooks that an alarm may link to, without `.md`. A test compares pages and alarms. */
export const RUNBOOKS = [
  'api-errors',
  'api-latency',
  'broadcast-failures',
  'broadcast-spend',
  'concurrency',
  'delivery-success',
  'failed-contact-import',
  'failed-records',
  'failing-function',
  'interrupted-download',
  'key-service',
  'late-erasure',
  'late-workspace-erasure',
  'late-workspace-export',
  'lost-visits',
  'mail-reputation',
  'message-spend',
  'message-throttling',
  'missed-ticks',
  'missing-receipts',
  'publish-failures',
  'queue-age',
  'redrive',
  'request-flood',
  'scheduler-drops',
  'signups-limited',
  'stalled-broadcast',
  'stream-lag',
  'sweep-errors',
  'sweep-lag',
  'table-throttles',
  'throttles',
  'unknown-messages',
  'unlock-flood',
] as const;

export type Runbook = (typeof RUNBOOKS)[number];

/**
 * The link to a runbook: below `runbookBaseUrl`, or on GitHub below the repository of the context value `repository`, as in
 * `-c repository=<owner>/<name>`. It shows the page as it was at the context value `commit`, and without it on `main`. Without a repository,
 * the path of the page. @throws SettingsError if a context value has another form
 */
export function runbookLink(
  { node }: Construct,
  { runbookBaseUrl }: Pick<StageConfig, 'runbookBaseUrl'>,
  runbook: Runbook,
): string {
  const commit = contextValue(node.tryGetContext('commit'), 'commit', /^[0-9a-f]{7,40}$/u) ?? 'main';
  const repository = contextValue(node.tryGetContext('repository'), 'repository', /^[\w.-]+\/[\w.-]+$/u);
  const onGitHub =
    repository === undefined
      ? 'docs/runbooks'
      : `https://github.com/${repository}/blob/{commit}/docs/runbooks`;
  const base = (runbookBaseUrl ?? onGitHub).replace(/\/$/u, '').replaceAll('{commit}', commit);
  return `${base}/${runbook}.md`;
}

function contextValue(value: unknown, name: string, form: RegExp): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !form.test(value))
    throw new SettingsError(
      `Unknown ${name} ${JSON.stringify(value)}: use \`-c repository=<owner>/<name>\` and \`-c commit=<sha>\`, or leave both out.`,
    );
  return value;
}
