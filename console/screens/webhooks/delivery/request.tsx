import { curlOf } from '#console/parts/code/curl.ts';
import { HttpHeaders } from '#console/parts/code/http-headers.tsx';
import { Text } from '#console/parts/code/text.tsx';
import { Copy } from '#console/parts/copy.tsx';
import type { Attempt, ShownDelivery } from './delivery-reads.ts';

/** The API does not return signatures. */
const SIGNATURES = [
  ['x-webhook-signature', '(not shown)'],
  ['webhook-signature', '(not shown)'],
] as const;

/** The request as the receiver gets it. It is the same at each attempt, except for the signatures. */
export function SentRequest({
  shown,
  url = '',
  chosen,
}: {
  readonly shown: ShownDelivery;
  readonly url: string | undefined;
  readonly chosen: Attempt | undefined;
}) {
  return (
    <section class="pane">
      <header>
        <h2>Request</h2>
        {chosen && <span class="soft push">attempt {chosen.number}</span>}
      </header>
      {shown.payload === null ? (
        <p>The payload has expired or was erased, so the request cannot be shown.</p>
      ) : (
        <>
          <HttpHeaders title="Headers" first={['POST', url]} headers={[...headersOf(shown), ...SIGNATURES]} />
          <Text
            title="Body"
            text={JSON.stringify(shown.payload, null, 2)}
            copy={{ label: 'Copy the body', text: JSON.stringify(shown.payload) }}
          />
        </>
      )}
    </section>
  );
}

/** The request as a command, without signatures. */
export function CopyAsCurl({
  shown,
  url = '',
}: {
  readonly shown: ShownDelivery;
  readonly url: string | undefined;
}) {
  if (shown.payload === null) return null;
  const headers = Object.fromEntries(headersOf(shown));
  const command = curlOf({ method: 'POST', url, headers, body: JSON.stringify(shown.payload) });
  return <Copy text={command} label="Copy as curl" isSmall={false} />;
}

function headersOf({ id, event, event_id: eventId }: ShownDelivery): readonly (readonly [string, string])[] {
  return [
    ['content-type', 'application/json'],
    ['x-webhook-event', event],
    ['x-webhook-delivery', id],
    ['webhook-id', eventId],
  ];
}
