import type { Stage } from '#infra/config.ts';
import { API_NAMES, type ApiName } from '#infra/settings/api-routes.ts';

/** The logs that show why an alarm fires. */
export type AlarmLogs =
  | {
      /** Names of functions, such as `deliver-webhook`. */
      readonly functions: readonly string[];
      /** Default: the lines of the level `ERROR`. */
      readonly query?: string;
    }
  | {
      /** The access logs of these APIs, for alarms on all of their requests. */
      readonly accessLogs: readonly ApiName[];
      /** Whether the logs of all functions matter too. A link of the console cannot select them, so the runbook has their query. */
      readonly everyFunction: boolean;
      /** Default: the routes with responses of 5xx. */
      readonly query?: string;
    };

/** An alarm on what any function can cause. */
export const LOGS_OF_EVERY_FUNCTION: AlarmLogs = { accessLogs: API_NAMES, everyFunction: true };

const ERRORS = 'filter level = "ERROR"\n| sort @timestamp desc';
const FAILED_REQUESTS =
  'filter status >= 500\n| stats count() as failed by route, status\n| sort failed desc';

/** A query for the lines of a log whose field has a value. */
export function linesWith(field: 'level' | 'code', value: string): string {
  return `filter ${field} = "${value}"\n| sort @timestamp desc`;
}

/** Names of log groups, with `*` for the rest of a name, and what a link opens: only names without `*`, and a query. */
export function searchedLogs(
  stage: Stage,
  logs: AlarmLogs,
): { readonly named: readonly string[]; readonly linked: readonly string[]; readonly query: string } {
  const groupOf = (name: string) => `/aws/lambda/workspace-${stage}-${name}`;
  if ('functions' in logs) {
    const linked = logs.functions.map(groupOf);
    return { named: linked, linked, query: logs.query ?? ERRORS };
  }
  const linked = logs.accessLogs.map((api) => accessLogGroup(stage, api));
  const named = logs.everyFunction ? [...linked, groupOf('*')] : linked;
  return { named, linked, query: logs.query ?? FAILED_REQUESTS };
}

/** For the prefix `/aws/vendedlogs`, API Gateway needs no entry in the account's resource policy for logs, whose size is limited. */
export function accessLogGroup(stage: Stage, api: ApiName): string {
  return `/aws/vendedlogs/workspace-${stage}-${api}`;
}
