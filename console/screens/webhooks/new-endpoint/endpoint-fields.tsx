import { fieldsOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextField, UrlField } from '#console/parts/fields/text-field.tsx';
import { Panel } from '#console/screens/webhooks/panel.tsx';
import { type EndpointDraft, problemOf } from './endpoint-draft.ts';
import { EventsField } from './events-field.tsx';
import { HeaderFields } from './header-fields.tsx';
import { Preview } from './preview.tsx';
import { SignatureField } from './signature-field.tsx';
import { UrlCheck } from './url-check.tsx';
import { useDraftPreview } from './use-draft-preview.ts';

/** The fields of a new endpoint, with the preview of what it would receive. `error` is the error of saving the current draft. */
export function EndpointFields({ draft, error, onChange }: FieldsProps<EndpointDraft>) {
  const preview = useDraftPreview(draft);
  const shownError = error ?? preview.result.error;
  const problem = problemOf(draft);
  const field = fieldsOf({ draft, error, onChange });
  return (
    <div class="with-preview">
      <div class="fields">
        <Panel title="Receiver">
          <div class="fields">
            <div>
              <UrlField
                {...field('url')}
                hint="The public https URL of your receiver."
                error={shownError}
                required
              />
              <UrlCheck result={preview.result} />
            </div>
            <div class="two">
              <TextField {...field('name')} label="Name" required maxLength={100} />
              <TextField {...field('description')} label="Description (optional)" maxLength={280} />
            </div>
          </div>
        </Panel>
        <EventsField draft={draft} error={error} preview={preview} onChange={onChange} />
        <HeaderFields
          draft={draft.headers}
          current={draft.headerNames}
          isMoved={false}
          error={shownError}
          onChange={(headers) => onChange({ ...draft, headers })}
        />
        <SignatureField draft={draft} error={error} onChange={onChange} />
        {problem !== undefined && <p class="errors">{problem}</p>}
      </div>
      <Preview preview={preview} />
    </div>
  );
}
