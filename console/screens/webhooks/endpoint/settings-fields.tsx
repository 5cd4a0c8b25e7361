import { fieldsOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextField, UrlField } from '#console/parts/fields/text-field.tsx';
import { type EndpointDraft, problemOf } from '#console/screens/webhooks/new-endpoint/endpoint-draft.ts';
import { EventsField } from '#console/screens/webhooks/new-endpoint/events-field.tsx';
import { isSameOrigin } from '#console/screens/webhooks/new-endpoint/header-draft.ts';
import { HeaderFields } from '#console/screens/webhooks/new-endpoint/header-fields.tsx';
import { Preview } from '#console/screens/webhooks/new-endpoint/preview.tsx';
import { SignatureField } from '#console/screens/webhooks/new-endpoint/signature-field.tsx';
import { UrlCheck } from '#console/screens/webhooks/new-endpoint/url-check.tsx';
import { useDraftPreview } from '#console/screens/webhooks/new-endpoint/use-draft-preview.ts';
import { FormPart } from './form-part.tsx';

/** The fields of an endpoint in groups, each with what it is about beside it. `error` is the error of saving the current draft. */
export function SettingsFields({
  draft,
  savedUrl,
  error,
  onChange,
}: FieldsProps<EndpointDraft> & {
  /** The URL of the endpoint before the edit. */
  readonly savedUrl: string;
}) {
  const preview = useDraftPreview(draft);
  const shownError = error ?? preview.result.error;
  const problem = problemOf(draft);
  const field = fieldsOf({ draft, error, onChange });
  return (
    <>
      <FormPart title="Receiver" about="Where requests are sent, and what people call this endpoint.">
        <TextField {...field('name')} label="Name" required maxLength={100} />
        <UrlField
          {...field('url')}
          hint="The public https URL of your receiver."
          error={shownError}
          required
        />
        <UrlCheck result={preview.result} />
        <TextField {...field('description')} label="Description (optional)" maxLength={280} />
      </FormPart>
      <FormPart
        title="Events and filters"
        about="What this receiver gets. A filter lets only some of the events through."
      >
        <EventsField draft={draft} error={error} preview={preview} onChange={onChange} />
      </FormPart>
      <FormPart
        title="Headers and signatures"
        about="Sent with every request. After you have saved them, nobody can read the values of the headers."
      >
        <HeaderFields
          draft={draft.headers}
          current={draft.headerNames}
          isMoved={!isSameOrigin(savedUrl, draft.url)}
          error={shownError}
          onChange={(headers) => onChange({ ...draft, headers })}
        />
        <SignatureField draft={draft} error={error} onChange={onChange} />
      </FormPart>
      <FormPart title="What it receives" about="The requests of these settings.">
        <Preview preview={preview} />
        {problem !== undefined && <p class="errors">{problem}</p>}
      </FormPart>
    </>
  );
}
