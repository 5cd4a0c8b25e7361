import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { BackLink } from '#console/parts/back-link.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { PartLinks } from '#console/parts/part-links.tsx';
import { State } from '#console/parts/state.tsx';
import { type Revised, useEndpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { useParams } from '#console/session/params.ts';
import { ApiProblemError } from '#console/session/problem.ts';
import { EndpointControls } from './endpoint-controls.tsx';

const REFRESH_MS = 5000;

/** The parts of an endpoint, in the order of their links. The first one has the path of the endpoint. */
const PARTS = [
  { name: 'Deliveries', path: '' },
  { name: 'Metrics', path: '/metrics' },
  { name: 'Settings', path: '/settings' },
  { name: 'Secret', path: '/secret' },
  { name: 'Recover', path: '/recover' },
];

/** The frame of all parts of an endpoint: its name, its state, its controls and the links to the other parts. */
export function EndpointFrame({ children }: { readonly children: (found: Revised) => ComponentChildren }) {
  const { endpoint = '' } = useParams();
  const { path } = useLocation();
  const { data, error } = useEndpoint(endpoint, REFRESH_MS);
  if (error instanceof ApiProblemError && error.status === 404) return <NoSuchEndpoint />;
  return (
    <>
      <BackLink href="/console/endpoints" to="Endpoints" />
      <PageHead
        title={<bdi>{data?.endpoint.name ?? 'Endpoint'}</bdi>}
        state={data && <State name={data.endpoint.state} />}
        facts={
          data && (
            <p class="url">
              <bdi>{data.endpoint.url}</bdi>
            </p>
          )
        }
      >
        {data && <EndpointControls endpoint={data.endpoint} />}
      </PageHead>
      <PartLinks
        label="Parts of the endpoint"
        parts={PARTS.map((part) => ({ name: part.name, href: `/console/endpoints/${endpoint}${part.path}` }))}
        current={path}
      />
      <ReadState data={data} error={error} />
      {data && children(data)}
    </>
  );
}

/** Instead of what was read before the endpoint was deleted. */
function NoSuchEndpoint() {
  return (
    <>
      <BackLink href="/console/endpoints" to="Endpoints" />
      <h1>Endpoint</h1>
      <Notice tone="bad" isNew>
        This endpoint does not exist, or no longer exists.
      </Notice>
    </>
  );
}
