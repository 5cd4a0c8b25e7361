import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { type FieldsProps, fieldsOf } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { OpenedForm } from '#console/parts/opened-form.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import {
  connectBody,
  CREDENTIAL_FIELDS,
  CredentialFields,
  type Credentials,
  NO_CREDENTIALS,
} from './credentials.tsx';
import { type Provider, PROVIDERS } from './providers.ts';

type Draft = { readonly provider: Provider; readonly name: string; readonly credentials: Credentials };

const FIRST: Draft = { provider: 'mastodon', name: '', credentials: NO_CREDENTIALS };

/** Connects an account. The API verifies its credentials with the network first. */
export function ConnectAccount() {
  const { api, me } = useSigned().session;
  const params = { path: { workspace: me.workspace.id } };
  return (
    <OpenedForm
      label="Connect an account"
      title="New account"
      initial={FIRST}
      submit="Connect"
      send={({ provider, name, credentials }, headers) => {
        const body = connectBody(provider, name, credentials);
        return bodyOf(api.POST('/os/api/{workspace}/accounts', { params, headers, body }));
      }}
      errorFields={['#/provider', '#/name', ...CREDENTIAL_FIELDS]}
      focus="select"
    >
      {(fields) => <AccountFields {...fields} />}
    </OpenedForm>
  );
}

function AccountFields(props: FieldsProps<Draft>) {
  const { draft, onChange } = props;
  const field = fieldsOf(props);
  return (
    <>
      <ChoiceField
        {...field('provider')}
        label="Network"
        choices={PROVIDERS}
        onValue={(provider) => onChange({ ...draft, provider, credentials: NO_CREDENTIALS })}
      />
      <TextField
        {...field('name')}
        label="Name"
        hint="If this field is empty, the account gets the name of the profile."
        maxLength={255}
      />
      <CredentialFields {...props} provider={draft.provider} />
    </>
  );
}
