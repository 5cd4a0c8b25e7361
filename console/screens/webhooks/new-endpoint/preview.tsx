import { useId, useState } from 'preact/hooks';
import { HttpHeaders } from '#console/parts/code/http-headers.tsx';
import { Text } from '#console/parts/code/text.tsx';
import { Select } from '#console/parts/fields/select.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { Segments } from '#console/parts/segments.tsx';
import { When } from '#console/parts/when.tsx';
import type { CatalogueEvent } from '#console/screens/webhooks/endpoint-reads.ts';
import { isShownAt } from '#console/session/problem.ts';
import { ENDPOINT_FIELDS } from './endpoint-draft.ts';
import type { DraftPreview } from './use-draft-preview.ts';
import { useRealEvent } from './use-real-event.ts';

/** What the endpoint would receive: the headers and the body of each event, and a real event of the same kind. */
export function Preview({
  preview: {
    result: { data, error, isBusy },
    shown: events,
    isSample,
  },
}: {
  readonly preview: DraftPreview;
}) {
  const id = useId();
  const [name, setName] = useState('');
  const event = events.find((each) => each.event === name) ?? events[0];
  const shown = data?.deliveries.find((delivery) => delivery.event === event?.event);
  return (
    <section class="preview" aria-label="Preview">
      <h2>
        What this receiver will get <Progress isBusy={isBusy} />
      </h2>
      <Failure error={isShownAt(error, ENDPOINT_FIELDS) ? null : error} fields={ENDPOINT_FIELDS} />
      {!data && !error && (
        <p class="soft">
          Enter a URL to see whether it is reachable, and what it would receive. No request is sent to the
          URL.
        </p>
      )}
      {data && data.warnings.length > 0 && (
        <ul>
          {data.warnings.map(({ pointer, detail }) => (
            <li key={pointer}>{detail}</li>
          ))}
        </ul>
      )}
      {events.length > 1 && (
        <div class="field">
          <label htmlFor={id}>Event</label>
          <Select
            id={id}
            value={event?.event ?? ''}
            choices={events.map((each) => [each.event, each.event] as const)}
            onValue={setName}
          />
        </div>
      )}
      {event && (
        <>
          {isSample && <p class="soft">The preview shows {event.event} until you choose events.</p>}
          {shown && (
            <HttpHeaders
              title="Headers, signed with a temporary secret"
              headers={Object.entries(shown.headers)}
            />
          )}
          <Bodies key={event.event} event={event} sample={shown?.body} />
        </>
      )}
    </section>
  );
}

/** The newest real event, if there is one, and the sample of the catalogue, one of them at a time. */
function Bodies({
  event,
  sample = JSON.stringify(event.sample),
}: {
  readonly event: CatalogueEvent;
  /** The body as the API has previewed it. */
  readonly sample: string | undefined;
}) {
  const { data: real } = useRealEvent(event.event);
  const [view, setView] = useState<'real' | 'sample'>('real');
  const isShown = view === 'real' && real;
  return (
    <>
      {real && (
        <Segments
          label="Body"
          value={view}
          choices={[
            ['real', 'Newest event'],
            ['sample', 'Sample'],
          ]}
          onValue={setView}
        />
      )}
      <Text
        title={isShown ? 'Body of the newest event' : 'Body'}
        text={JSON.stringify(isShown ? real.payload : JSON.parse(sample), null, 2)}
      />
      {isShown && (
        <p class="soft">
          A real event of this kind, recorded <When at={real.recorded_at} />. The headers above are those of
          the sample.
        </p>
      )}
    </>
  );
}
