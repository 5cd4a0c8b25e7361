import type { components } from '#clients/typescript/schema.d.ts';
import { Field } from '#console/parts/field.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import type { Account } from '#console/screens/posts/post-reads.ts';

export type Provider = Account['provider'];
export type ConnectBody = components['schemas']['ConnectAccountBody'];

/** What a person enters to connect an account, whatever its network. */
export type Credentials = {
  readonly server: string;
  readonly token: string;
  readonly identifier: string;
  readonly appPassword: string;
};

export const NO_CREDENTIALS: Credentials = { server: '', token: '', identifier: '', appPassword: '' };

export const PROVIDERS: readonly (readonly [Provider, string])[] = [
  ['mastodon', 'Mastodon'],
  ['bluesky', 'Bluesky'],
  ['sandbox', 'Sandbox'],
  ['wordpress', 'WordPress'],
  ['devto', 'dev.to'],
];

/** The name of a network. */
export function providerName(provider: string): string {
  return PROVIDERS.find(([each]) => each === provider)?.[1] ?? provider;
}

/** The fields that the form shows, as pointers of the API. */
export const CREDENTIAL_FIELDS = [
  '#/credentials/instance_url',
  '#/credentials/access_token',
  '#/credentials/identifier',
  '#/credentials/app_password',
  '#/credentials/site_url',
  '#/credentials/username',
  '#/credentials/application_password',
  '#/credentials/api_key',
];

/** The request that connects an account. */
export function connectBody(provider: Provider, name: string, sent: Credentials): ConnectBody {
  const named = name === '' ? {} : { name };
  if (provider === 'mastodon')
    return {
      provider,
      ...named,
      credentials: { instance_url: sent.server, access_token: sent.token },
    };
  if (provider === 'bluesky')
    return {
      provider,
      ...named,
      credentials: { identifier: sent.identifier, app_password: sent.appPassword },
    };
  if (provider === 'wordpress')
    return {
      provider,
      ...named,
      credentials: {
        site_url: sent.server,
        username: sent.identifier,
        application_password: sent.appPassword,
      },
    };
  if (provider === 'devto') return { provider, ...named, credentials: { api_key: sent.token } };
  return { provider, ...named, credentials: {} };
}

/** The fields of the credentials of a network. The API never returns them. */
export function CredentialFields({
  provider,
  credentials,
  error,
  onChange,
}: {
  readonly provider: Provider;
  readonly credentials: Credentials;
  readonly error: Error | null;
  readonly onChange: (credentials: Credentials) => void;
}) {
  if (provider === 'sandbox') return <p>The sandbox needs no credentials.</p>;
  const secret = (name: 'token' | 'appPassword', label: string, hint: string, pointer: string) => (
    <Field label={label} hint={hint} pointer={pointer} error={error}>
      {(control) => (
        <input
          {...control}
          type="password"
          autocomplete="off"
          required
          value={credentials[name]}
          onInput={({ currentTarget }) => onChange({ ...credentials, [name]: currentTarget.value })}
        />
      )}
    </Field>
  );
  if (provider === 'devto')
    return secret(
      'token',
      'API key',
      'Create one under “Extensions” in the settings of dev.to.',
      '#/credentials/api_key',
    );
  if (provider === 'wordpress')
    return (
      <>
        <TextField
          label="Site"
          hint="Such as https://blog.example.com."
          pointer="#/credentials/site_url"
          error={error}
          type="url"
          required
          value={credentials.server}
          onValue={(server) => onChange({ ...credentials, server })}
        />
        <TextField
          label="User name"
          hint="A user who may publish posts: an author, an editor or an administrator."
          pointer="#/credentials/username"
          error={error}
          required
          value={credentials.identifier}
          onValue={(identifier) => onChange({ ...credentials, identifier })}
        />
        {secret(
          'appPassword',
          'Application password',
          'Create one in the profile of the user in WordPress. It is not the password of the user.',
          '#/credentials/application_password',
        )}
      </>
    );
  return provider === 'mastodon' ? (
    <>
      <TextField
        label="Server"
        hint="Such as https://mastodon.social."
        pointer="#/credentials/instance_url"
        error={error}
        type="url"
        required
        value={credentials.server}
        onValue={(server) => onChange({ ...credentials, server })}
      />
      {secret(
        'token',
        'Access token',
        'Create an access token under “Development” in the settings of Mastodon, with the scopes profile, write:statuses and write:media.',
        '#/credentials/access_token',
      )}
    </>
  ) : (
    <>
      <TextField
        label="Handle"
        hint="Such as moreau.bsky.social."
        pointer="#/credentials/identifier"
        error={error}
        required
        value={credentials.identifier}
        onValue={(identifier) => onChange({ ...credentials, identifier })}
      />
      {secret(
        'appPassword',
        'App password',
        'Create one in the settings of Bluesky. It is not the password of the account.',
        '#/credentials/app_password',
      )}
    </>
  );
}
