import { isDeepStrictEqual } from 'node:util';
import type { RecordedView } from '#scripts/lib/stored-corpus/record-views.ts';

const IDS = /\/(?:[0-9a-f]{8}-[0-9a-f-]{27}|\d+)(?=\/|$)/gu;

/** A restore gives a revision that no client has seen, and the statistics of endpoints go on. */
const GOING_ON = new Set(['revision', 'stats', 'etag']);

/** How responses of two stacks differ, by the templates of their paths. Addresses of the stacks do not count. */
export function compareViews(before: readonly RecordedView[], after: readonly RecordedView[]) {
  const found = new Map(after.map(({ path, body }) => [path, comparable(body)]));
  const of = (kept: (view: RecordedView) => boolean) =>
    [...new Set(before.filter(kept).map(({ path }) => path.replaceAll(IDS, '/{id}')))].toSorted();
  const isSame = ({ path, body }: RecordedView) => isDeepStrictEqual(found.get(path), comparable(body));
  return {
    same: before.filter(isSame).length,
    different: of((view) => found.has(view.path) && !isSame(view)),
    missing: of(({ path }) => !found.has(path)),
  };
}

/** The ports of a stack differ from start to start, and links to files are signed. */
export function withoutAddresses(body: unknown): unknown {
  const text = JSON.stringify(body)
    .replaceAll(/http:\/\/[a-z0-9.-]+:\d+/gu, 'http://stack')
    .replaceAll(/\?X-Amz-[^"]*/gu, '');
  return JSON.parse(text);
}

function comparable(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(withoutAddresses(body), (name, value: unknown) =>
      GOING_ON.has(name) ? undefined : value,
    ),
  );
}
