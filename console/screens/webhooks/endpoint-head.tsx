import { State } from '#console/parts/state.tsx';
import type { Endpoint } from './endpoint-reads.ts';

/** The head of the card of an endpoint: its name, which is a link, a state and its URL. */
export function EndpointHead({
  endpoint: { id, name, url },
  state,
}: {
  readonly endpoint: Endpoint;
  readonly state: string;
}) {
  return (
    <>
      <h2>
        <a href={`/console/endpoints/${id}`}>
          <bdi>{name}</bdi>
        </a>{' '}
        <State name={state} />
      </h2>
      <p class="url">
        <bdi>{url}</bdi>
      </p>
    </>
  );
}
