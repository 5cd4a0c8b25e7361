import { Failure, Loading } from '#console/parts/notices.tsx';
import { TextField, UrlField } from '#console/parts/text-field.tsx';
import { useCatalogue } from '#console/screens/endpoint-reads.ts';
import type { EndpointDraft } from './endpoint-draft.ts';
import { EventPicker } from './event-picker.tsx';
import { Preview } from './preview.tsx';
import { usePreview } from './use-preview.ts';

/** The fields of an endpoint, with the preview of what it would receive. `error` is the error of saving the current draft. */
export function EndpointFields({
  draft,
  error,
  onChange,
}: {
  readonly draft: EndpointDraft;
  readonly error: Error | null;
  readonly onChange: (draft: EndpointDraft) => void;
}) {
  const catalogue = useCatalogue();
  const events = catalogue.data?.filter(({ subscribable }) => subscribable) ?? [];
  const [first] = events;
  const isSample = draft.subscriptions.length === 0;
  // The URL can be checked before an event is chosen.
  const previewed =
    isSample && first ? [{ event: first.event, channel: 'all' as const }] : draft.subscriptions;
  const preview = usePreview(draft.url, previewed);

  return (
    <>
      <TextField
        label="Name"
        pointer="#/name"
        error={error}
        required
        maxLength={100}
        value={draft.name}
        onValue={(name) => onChange({ ...draft, name })}
      />
      <UrlField
        hint="The public https URL of your receiver."
        error={error ?? preview.error}
        required
        value={draft.url}
        onValue={(url) => onChange({ ...draft, url })}
      />
      <TextField
        label="Description (optional)"
        pointer="#/description"
        error={error}
        maxLength={280}
        value={draft.description}
        onValue={(description) => onChange({ ...draft, description })}
      />
      <Failure error={catalogue.error} />
      {!catalogue.data && !catalogue.error && <Loading />}
      {catalogue.data && (
        <EventPicker
          events={catalogue.data}
          chosen={draft.subscriptions}
          error={error ?? preview.error}
          onChange={(subscriptions) => onChange({ ...draft, subscriptions })}
        />
      )}
      <Preview result={preview} isSample={isSample} />
    </>
  );
}
