import { useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { Overlap, Rotate } from '#console/parts/rotation.tsx';
import { type Endpoint, endpointPath } from '#console/screens/webhooks/endpoint-reads.ts';
import { PublicKeys } from '#console/screens/webhooks/public-keys.tsx';
import { ShownSecret } from '#console/screens/webhooks/shown-secret.tsx';
import { Verifiers } from '#console/screens/webhooks/verifiers.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { EndpointFrame } from './endpoint.tsx';

/** The signing secret: its rotation, and code that verifies signatures. */
export function EndpointSecret() {
  return <EndpointFrame>{({ endpoint }) => <Secret key={endpoint.id} endpoint={endpoint} />}</EndpointFrame>;
}

function Secret({ endpoint }: { readonly endpoint: Endpoint }) {
  const { api } = useSigned().session;
  const [secret, setSecret] = useState<string>();
  const expiresAt = endpoint.secret_rotation.previous_secret_expires_at;
  const hasKeyPair = endpoint.asymmetric_signatures;
  const path = `${endpointPath(endpoint.id)}/rotate-secret`;
  const params = { path: { endpoint: endpoint.id } };
  return (
    <>
      <div class="columns even">
        <div>
          <section class="card-box">
            <h2>Signing secret</h2>
            <p>
              The secret ends in <code>{endpoint.secret_hint}</code>. Nobody can read it again.
            </p>
            {expiresAt !== null && <Overlap signed="deliveries" endsAt={expiresAt} hasKeyPair={hasKeyPair} />}
            {secret !== undefined && <ShownSecret secret={secret} />}
            <div class="actions">
              <Rotate
                signed="deliveries"
                hasKeyPair={hasKeyPair}
                isRotating={expiresAt !== null}
                send={async (body, headers) => {
                  const answer = api.POST('/api/v1/workspace-webhooks/{endpoint}/rotate-secret', {
                    params,
                    headers,
                    body,
                  });
                  return (await bodyOf(answer)).secret;
                }}
                onSecret={setSecret}
              />
            </div>
          </section>
          <PublicKeys endpoint={endpoint} />
        </div>
        <Verifiers />
      </div>
      <ApiCalls calls={[{ method: 'POST', path, body: { immediate: false } }]} />
    </>
  );
}
