import { Field } from '#console/parts/field.tsx';
import { Failure, Loading } from '#console/parts/notices.tsx';
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
      <Field label="Name" pointer="#/name" error={error}>
        {(control) => (
          <input
            {...control}
            required
            maxLength={100}
            autocomplete="off"
            value={draft.name}
            onInput={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
          />
        )}
      </Field>
      <Field
        label="URL"
        hint="The public https URL of your receiver."
        pointer="#/url"
        error={error ?? preview.error}
      >
        {(control) => (
          <input
            {...control}
            type="url"
            required
            autocomplete="off"
            spellcheck={false}
            maxLength={2048}
            value={draft.url}
            onInput={({ currentTarget }) => onChange({ ...draft, url: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Description (optional)" pointer="#/description" error={error}>
        {(control) => (
          <input
            {...control}
            maxLength={280}
            autocomplete="off"
            value={draft.description}
            onInput={({ currentTarget }) => onChange({ ...draft, description: currentTarget.value })}
          />
        )}
      </Field>
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
