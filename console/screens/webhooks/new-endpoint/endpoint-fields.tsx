import { useId } from 'preact/hooks';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import { fieldsOf, boxesOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { TextField, UrlField } from '#console/parts/fields/text-field.tsx';
import { Failure, Loading } from '#console/parts/notices.tsx';
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
}: FieldsProps<EndpointDraft> & {
  /** The URL of the endpoint before the edit. */
  readonly savedUrl?: string;
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

  const field = fieldsOf({ draft, error, onChange });
  const box = boxesOf({ draft, onChange });
  return (
    <>
      <TextField {...field('name')} label="Name" required maxLength={100} />
      <UrlField
        {...field('url')}
        hint="The public https URL of your receiver."
        error={error ?? preview.error}
        required
      />
      <TextField {...field('description')} label="Description (optional)" maxLength={280} />
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
        <CheckField {...box('isAsymmetric')} aria-describedby={`${id}-asymmetric`}>
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
