import { useState } from 'preact/hooks';
import { Text } from '#console/parts/code/text.tsx';
import { Fact } from '#console/parts/facts.tsx';
import { Select } from '#console/parts/fields/select.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { State } from '#console/parts/state.tsx';
import { isShownAt } from '#console/session/problem.ts';
import { ENDPOINT_FIELDS } from './endpoint-draft.ts';
import type { PreviewResult } from './use-preview.ts';

/** What the endpoint would receive: the connection, and the headers and the body of each event. */
export function Preview({
  result: { data, error, isBusy },
  isSample,
}: {
  readonly result: PreviewResult;
  /** Whether no event is chosen yet, so that the preview shows another one. */
  readonly isSample: boolean;
}) {
  const [event, setEvent] = useState('');
  const shown = data?.deliveries.find((delivery) => delivery.event === event) ?? data?.deliveries[0];
  return (
    <section class="preview" aria-label="Preview">
      <h2>
        Preview <Progress isBusy={isBusy} />
      </h2>
      <Failure error={isShownAt(error, ENDPOINT_FIELDS) ? null : error} fields={ENDPOINT_FIELDS} />
      {!data && !error && (
        <p class="soft">
          Enter a URL to see whether it is reachable, and what it would receive. No request is sent to the
          URL.
        </p>
      )}
      {data && <Target target={data.target} />}
      {data && data.warnings.length > 0 && (
        <ul>
          {data.warnings.map(({ pointer, detail }) => (
            <li key={pointer}>{detail}</li>
          ))}
        </ul>
      )}
      {data && data.deliveries.length > 1 && (
        <label>
          Sample of{' '}
          <Select
            value={shown?.event ?? ''}
            choices={data.deliveries.map((delivery) => [delivery.event, delivery.event] as const)}
            onValue={setEvent}
          />
        </label>
      )}
      {shown && (
        <>
          {isSample && <p class="soft">This is the sample of {shown.event} until you choose events.</p>}
          <Text
            title="Headers, signed with a temporary secret"
            text={Object.entries(shown.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          />
          <Text title="Body" text={JSON.stringify(JSON.parse(shown.body), null, 2)} />
        </>
      )}
    </section>
  );
}

function Target({
  target: { reachable, protocol, address, error },
}: {
  readonly target: NonNullable<PreviewResult['data']>['target'];
}) {
  return (
    <dl aria-live="polite">
      <Fact name="Address">
        <State name={reachable ? 'reachable' : 'unreachable'} />{' '}
        {address === null ? <bdi>{error}</bdi> : <code>{address}</code>}
      </Fact>
      {protocol !== null && (
        <Fact name="TLS">{protocol === 'none' ? 'none: the connection is not encrypted' : protocol}</Fact>
      )}
    </dl>
  );
}
