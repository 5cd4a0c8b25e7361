import { State } from '#console/parts/state.tsx';
import type { PreviewResult } from './use-preview.ts';

/** Whether the URL leads to a server that answers. */
export function UrlCheck({ result: { data } }: { readonly result: PreviewResult }) {
  return (
    <div class="url-check" aria-live="polite">
      {data && <Target target={data.target} />}
    </div>
  );
}

function Target({
  target: { reachable, protocol, address, error },
}: {
  readonly target: NonNullable<PreviewResult['data']>['target'];
}) {
  return (
    <>
      <State name={reachable ? 'reachable' : 'unreachable'} />{' '}
      {address === null ? <bdi>{error}</bdi> : <code>{address}</code>}
      {protocol !== null && (
        <span class="soft">
          {' '}
          {protocol === 'none' ? 'No TLS: the connection is not encrypted.' : protocol}
        </span>
      )}
    </>
  );
}
