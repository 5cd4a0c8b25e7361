import { useId } from 'preact/hooks';
import { CheckField } from '#console/parts/check-field.tsx';
import { FieldErrors } from '#console/parts/field.tsx';
import { Failure, Loading } from '#console/parts/notices.tsx';
import { TextField, UrlField } from '#console/parts/text-field.tsx';
import { useCatalogue } from '#console/screens/webhooks/endpoint-reads.ts';
import { type EndpointDraft, previewBody, problemOf } from './endpoint-draft.ts';
import { EventPicker } from './event-picker.tsx';
import { FiltersSection } from './filters-section.tsx';
import { isSameOrigin } from './header-draft.ts';
import { HeaderFields } from './header-fields.tsx';
import { Preview } from './preview.tsx';
import { isUrl, type PreviewResult, usePreview } from './use-preview.ts';

/** The fields of an endpoint, with the preview of what it would receive. `error` is the error of saving the current draft. */
export function EndpointFields({
  draft,
  savedUrl,
  error,
  onChange,
}: {
  /** The URL of the endpoint before the edit. */
  readonly savedUrl?: string;
  readonly draft: EndpointDraft;
  readonly error: Error | null;
  readonly onChange: (draft: EndpointDraft) => void;
}) {
  const id = useId();
  const catalogue = useCatalogue();
  const events = catalogue.data?.filter(({ subscribable }) => subscribable) ?? [];
  const [first] = events;
  const isSample = draft.subscriptions.length === 0;
  // The URL can be checked before an event is chosen.
  const sample = first ? [{ event: first.event, channel: 'all' as const, filter: null }] : [];
  const preview = usePreview(previewBody(isSample ? { ...draft, subscriptions: sample } : draft));
  const problem = problemOf(draft);

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
      {catalogue.data && (
        <FiltersSection
          events={catalogue.data}
          chosen={draft.subscriptions}
          error={error ?? preview.error}
          effect={preview.data?.filter_effect}
          waitsFor={isUrl(draft.url) ? waitingFor(preview) : 'Enter the URL'}
          onChange={(subscriptions) => onChange({ ...draft, subscriptions })}
        />
      )}
      <HeaderFields
        draft={draft.headers}
        current={draft.headerNames}
        isMoved={savedUrl !== undefined && !isSameOrigin(savedUrl, draft.url)}
        error={error ?? preview.error}
        onChange={(headers) => onChange({ ...draft, headers })}
      />
      <div class="field">
        <CheckField
          aria-describedby={`${id}-asymmetric`}
          checked={draft.isAsymmetric}
          onCheck={(isAsymmetric) => onChange({ ...draft, isAsymmetric })}
        >
          Asymmetric signatures
        </CheckField>
        <span id={`${id}-asymmetric`} class="soft">
          Each delivery is also signed with a key pair, so that a receiver can verify it with the public key,
          without the secret.
        </span>
        <FieldErrors pointer="#/asymmetric_signatures" error={error} />
      </div>
      <Preview result={preview} isSample={isSample} />
      {problem !== undefined && <p class="errors">{problem}</p>}
    </>
  );
}

/** What is missing before recent events can be compared with the filters. */
function waitingFor({ error, isBusy }: PreviewResult): string {
  if (isBusy) return 'Wait';
  return error ? 'Correct the errors' : 'Complete a condition';
}
