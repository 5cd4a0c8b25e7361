import type { components, operations } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, dataOf, revisionOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

export type Target = components['schemas']['NotificationTarget'];
export type Notification = components['schemas']['Notification'];
export type Condition = Target['conditions'][number];
export type NewTarget = operations['createNotificationTarget']['requestBody']['content']['application/json'];
export type Created = operations['createNotificationTarget']['responses'][201]['content']['application/json'];

/** The most targets that a workspace can have. */
export const MAX_TARGETS = 5;
/** The key of the first page of the log among the queries. */
export const LOG_KEY = ['notifications'];
const LOG_MS = 10_000;
const AWAITED_MS = 1000;
const PAGE = 50;

/** A target with the revision that an edit of it is based on. */
export type RevisedTarget = { readonly target: Target; readonly etag: string };

/** All targets of the workspace, newest first. */
export function useTargets(): Loaded<readonly Target[]> {
  const { api } = useSigned().session;
  return useQuery(['notification-targets'], () => dataOf(api.GET('/api/v1/notification-targets')));
}

/** One target with its revision. */
export function useTarget(target: string): Loaded<RevisedTarget> {
  const { session } = useSigned();
  return useQuery<RevisedTarget>(targetKey(target), () => readTarget(session, target));
}

/** The key of a target among the queries. */
export function targetKey(target: string): readonly string[] {
  return ['notification-target', target];
}

/** Reads a target with its revision. */
export async function readTarget({ api }: Session, target: string): Promise<RevisedTarget> {
  const params = { path: { target } };
  const { data, etag } = await revisionOf(api.GET('/api/v1/notification-targets/{target}', { params }));
  return { target: data, etag };
}

/** Reads pages of the log, newest first. */
export function useLogReader() {
  const { api } = useSigned().session;
  return (cursor?: string) => {
    const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    return bodyOf(api.GET('/api/v1/notifications', { params: { query } }));
  };
}

/** The newest notifications, kept current: every second until the requested test is in the log and was attempted. */
export function useNewestNotifications(test: string | undefined): Loaded<readonly Notification[]> {
  const read = useLogReader();
  const { data, ...rest } = useQuery(
    LOG_KEY,
    () => read(),
    (page) => (isAwaited(test, page?.data) ? AWAITED_MS : LOG_MS),
  );
  return { ...rest, data: data?.data };
}

function isAwaited(test: string | undefined, known: readonly Notification[] = []): boolean {
  if (test === undefined) return false;
  const found = known.find(({ id }) => id === test);
  return !found || (found.state === 'pending' && found.attempts === 0);
}

/** The path of the API for a target. */
export function targetPath(target: string): string {
  return `/api/v1/notification-targets/${encodeURIComponent(target)}`;
}
