import { useEffect, useRef } from 'preact/hooks';
import type { operations } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Command } from '#console/parts/command.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { State } from '#console/parts/state.tsx';
import { endpointPath, useEndpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { Panel } from '#console/screens/webhooks/panel.tsx';
import { PublicKeys } from '#console/screens/webhooks/public-keys.tsx';
import { ShownSecret } from '#console/screens/webhooks/shown-secret.tsx';
import { TestEvent } from '#console/screens/webhooks/test-event.tsx';
import { Verifiers } from '#console/screens/webhooks/verifiers.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';

export type Created = operations['createEndpoint']['responses'][201]['content']['application/json'];

/** What follows the creation of an endpoint: store the secret, verify signatures, enable it, send a test event. */
export function CreatedEndpoint({ created: { data, warnings, secret } }: { readonly created: Created }) {
  const { api } = useSigned().session;
  const endpoint = useEndpoint(data.id).data?.endpoint ?? data;
  const heading = useRef<HTMLHeadingElement>(null);
  // The form with the focus has left the page.
  useEffect(() => heading.current?.focus(), []);
  const params = { path: { endpoint: data.id } };
  const path = endpointPath(data.id);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        <bdi>{endpoint.name}</bdi> was created
      </h1>
      {warnings.length > 0 && (
        <Notice tone="warn">
          <ul>
            {warnings.map(({ pointer, detail }) => (
              <li key={pointer}>{detail}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div class="next-steps">
        <Panel title="1. Store the signing secret">
          <ShownSecret secret={secret} />
          <PublicKeys endpoint={endpoint} />
          <Verifiers />
        </Panel>
        <Panel title="2. Enable the endpoint" beside={<State name={endpoint.state} />}>
          <p>Events are delivered once the endpoint is enabled.</p>
          {endpoint.state === 'paused' && (
            <Command
              label="Enable"
              send={() => bodyOf(api.POST('/api/v1/workspace-webhooks/{endpoint}/enable', { params }))}
            />
          )}
        </Panel>
        <Panel title="3. Send a test event">
          {endpoint.state === 'enabled' ? (
            <TestEvent endpoint={endpoint} />
          ) : (
            <p class="soft">A test event can be sent once the endpoint is enabled.</p>
          )}
        </Panel>
      </div>
      <p>
        <a href={`/console/endpoints/${data.id}`}>Show the endpoint</a>
      </p>
      <ApiCalls
        calls={[
          { method: 'POST', path: `${path}/enable` },
          { method: 'POST', path: `${path}/test` },
        ]}
      />
    </>
  );
}
