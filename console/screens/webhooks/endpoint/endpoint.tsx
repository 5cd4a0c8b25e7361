import { Send } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { BackLink } from '#console/parts/back-link.tsx';
import { Button } from '#console/parts/button.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { Dialog } from '#console/parts/dialog.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { PartLinks } from '#console/parts/part-links.tsx';
import { State } from '#console/parts/state.tsx';
import {
  type Endpoint,
  type Revised,
  stateOf,
  useEndpoint,
} from '#console/screens/webhooks/endpoint-reads.ts';
import { TestEvent } from '#console/screens/webhooks/test-event.tsx';
import { useParams } from '#console/session/params.ts';
import { ApiProblemError } from '#console/session/problem.ts';
import { useEndpointCommands } from './endpoint-commands.tsx';
import { EndpointButton } from './endpoint-controls.tsx';
import { EndpointMenu } from './endpoint-menu.tsx';
import { SubscribedEvents } from './subscribed-events.tsx';

const REFRESH_MS = 5000;

/** The parts of an endpoint, in the order of their links. The first one has the path of the endpoint. */
const PARTS = [
  { name: 'Deliveries', path: '' },
  { name: 'Metrics', path: '/metrics' },
  { name: 'Settings', path: '/settings' },
  { name: 'Secret', path: '/secret' },
  { name: 'Recover', path: '/recover' },
];

/** The frame of all parts of an endpoint: its name, its state, what can be done with it, and the links to the other parts. */
export function EndpointFrame({ children }: { readonly children: (found: Revised) => ComponentChildren }) {
  const { endpoint = '' } = useParams();
  const { path } = useLocation();
  const { data, error } = useEndpoint(endpoint, REFRESH_MS);
  if (error instanceof ApiProblemError && error.status === 404) return <NoSuchEndpoint />;
  return (
    <div class="endpoint-view">
      <PageHead
        title={<bdi>{data?.endpoint.name ?? 'Endpoint'}</bdi>}
        state={data && <State name={stateOf(data.endpoint)} />}
        facts={data && <Facts endpoint={data.endpoint} />}
      >
        {data && <Actions endpoint={data.endpoint} />}
      </PageHead>
      <PartLinks
        label="Parts of the endpoint"
        parts={PARTS.map((part) => ({ name: part.name, href: `/console/endpoints/${endpoint}${part.path}` }))}
        current={path}
      />
      <ReadState data={data} error={error} />
      {data && children(data)}
    </div>
  );
}

function Facts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { url, description, responsible_member: responsible } = endpoint;
  return (
    <>
      <div class="facts-row">
        <span class="url mono">
          <bdi>{url}</bdi>
        </span>
        <Copy text={url} label="Copy the URL" />
        <SubscribedEvents endpoint={endpoint} />
        <span>
          Responsible admin: <bdi>{responsible.name}</bdi>
        </span>
      </div>
      {description !== null && (
        <p class="soft">
          <bdi>{description}</bdi>
        </p>
      )}
    </>
  );
}

function Actions({ endpoint }: { readonly endpoint: Endpoint }) {
  const [first, ...others] = useEndpointCommands(endpoint);
  return (
    <div class="actions">
      {endpoint.state === 'enabled' && <SendTest endpoint={endpoint} />}
      {first && <EndpointButton key={first.label} command={first} hasIcon />}
      <EndpointMenu name="More actions" commands={others} look="icon-only" />
    </div>
  );
}

function SendTest({ endpoint }: { readonly endpoint: Endpoint }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button label="Send a test" look="secondary" icon={Send} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title="Test this endpoint" onClose={() => setOpen(false)}>
          <TestEvent endpoint={endpoint} />
          <div class="actions">
            <Button label="Close" quiet onClick={() => setOpen(false)} />
          </div>
        </Dialog>
      )}
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
