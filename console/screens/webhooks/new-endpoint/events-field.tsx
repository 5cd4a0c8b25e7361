import type { FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { ReadState } from '#console/parts/notices.tsx';
import { FilterEffect } from '#console/screens/webhooks/event-filters/filter-effect.tsx';
import type { EndpointDraft } from './endpoint-draft.ts';
import { EventPicker } from './event-picker.tsx';
import type { DraftPreview } from './use-draft-preview.ts';
import { isUrl, type PreviewResult } from './use-preview.ts';

/** The events of an endpoint with their filters, and what the filters would have done with recent events. */
export function EventsField({
  draft,
  error,
  preview: { catalogue, result },
  onChange,
}: FieldsProps<EndpointDraft> & { readonly preview: DraftPreview }) {
  return (
    <>
      <ReadState data={catalogue.data} error={catalogue.error} of="table" />
      {catalogue.data && (
        <EventPicker
          events={catalogue.data}
          chosen={draft.subscriptions}
          error={error ?? result.error}
          onChange={(subscriptions) => onChange({ ...draft, subscriptions })}
        >
          {draft.subscriptions.some(({ filter }) => filter) && (
            <FilterEffect
              effect={result.data?.filter_effect}
              waitsFor={isUrl(draft.url) ? waitingFor(result) : 'Enter the URL'}
            />
          )}
        </EventPicker>
      )}
    </>
  );
}

/** What is missing before recent events can be compared with the filters. */
function waitingFor({ error, isBusy }: PreviewResult): string {
  if (isBusy) return 'Wait';
  return error ? 'Correct the errors' : 'Complete a condition';
}
