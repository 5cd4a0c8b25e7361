import type { components } from '#clients/typescript/schema.d.ts';
import { Field } from '#console/parts/field.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import type { Account } from '#console/screens/publishing/post-reads.ts';

/** A network whose accounts are connected with credentials. */
export type Provider = Exclude<Account['provider'], 'linkedin'>;
export type ConnectBody = components['schemas']['ConnectAccountBody'];

/** What a person enters to connect an account, whatever its network. */
export type Credentials = {
  readonly server: string;
  readonly token: string;
  readonly identifier: string;
  readonly appPassword: string;
  readonly chat: string;
};

export const NO_CREDENTIALS: Credentials = {
  server: '',
  token: '',
  identifier: '',
  appPassword: '',
  chat: '',
};

export const PROVIDERS: readonly (readonly [Provider, string])[] = [
  ['mastodon', 'Mastodon'],
  ['bluesky', 'Bluesky'],
  ['discord', 'Discord'],
  ['telegram', 'Telegram'],
  ['wordpress', 'WordPress'],
  ['devto', 'dev.to'],
  ['sandbox', 'Sandbox'],
];

/** The name of a network. */
export function providerName(provider: string): string {
  if (provider === 'linkedin') return 'LinkedIn';
  return PROVIDERS.find(([each]) => each === provider)?.[1] ?? provider;
}

/** A field of the form; `member` is the name in the API. */
type CredentialField = {
  readonly name: keyof Credentials;
  readonly member: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: 'text' | 'url' | 'secret';
};

const FIELDS: Readonly<Record<Provider, readonly CredentialField[]>> = {
  mastodon: [
    {
      name: 'server',
      member: 'instance_url',
      label: 'Server',
      hint: 'Such as https://mastodon.social.',
      kind: 'url',
    },
    {
      name: 'token',
      member: 'access_token',
      label: 'Access token',
      hint: 'Create an access token under “Development” in the settings of Mastodon, with the scopes profile, write:statuses and write:media.',
      kind: 'secret',
    },
  ],
  bluesky: [
    {
      name: 'identifier',
      member: 'identifier',
      label: 'Handle',
      hint: 'Such as moreau.bsky.social.',
      kind: 'text',
    },
    {
      name: 'appPassword',
      member: 'app_password',
      label: 'App password',
      hint: 'Create one in the settings of Bluesky. It is not the password of the account.',
      kind: 'secret',
    },
  ],
  sandbox: [],
  wordpress: [
    {
      name: 'server',
      member: 'site_url',
      label: 'Site',
      hint: 'Such as https://blog.example.com.',
      kind: 'url',
    },
    {
      name: 'identifier',
      member: 'username',
      label: 'User name',
      hint: 'A user who may publish posts: an author, an editor or an administrator.',
      kind: 'text',
    },
    {
      name: 'appPassword',
      member: 'application_password',
      label: 'Application password',
      hint: 'Create one in the profile of the user in WordPress. It is not the password of the user.',
      kind: 'secret',
    },
  ],
  devto: [
    {
      name: 'token',
      member: 'api_key',
      label: 'API key',
      hint: 'Create one under “Extensions” in the settings of dev.to.',
      kind: 'secret',
    },
  ],
  discord: [
    {
      name: 'token',
      member: 'bot_token',
      label: 'Bot token',
      hint: 'Create a bot in the developer portal of Discord, and add it to the server. It needs to view the channel, to send messages, to attach files and to read the message history.',
      kind: 'secret',
    },
    {
      name: 'chat',
      member: 'channel_id',
      label: 'Channel ID',
      hint: 'Turn on the developer mode in the settings of Discord, then copy the ID from the menu of the channel.',
      kind: 'text',
    },
  ],
  telegram: [
    {
      name: 'token',
      member: 'bot_token',
      label: 'Bot token',
      hint: 'Create a bot with @BotFather. Make it an administrator of the channel who can post messages, or a member of the group.',
      kind: 'secret',
    },
    {
      name: 'chat',
      member: 'chat_id',
      label: 'Chat',
      hint: 'The public name of the channel or group, such as @moreau_lights, or its numeric ID.',
      kind: 'text',
    },
  ],
};

/** The fields that the form shows, as pointers of the API. */
export const CREDENTIAL_FIELDS = [...new Set(Object.values(FIELDS).flat().map(pointerOf))];

function pointerOf({ member }: CredentialField): string {
  return `#/credentials/${member}`;
}

/** The request that connects an account of a network with credentials. */
export function connectBody(provider: Provider, name: string, sent: Credentials): ConnectBody {
  const named = name === '' ? {} : { name };
  const { server, token, identifier, appPassword, chat } = sent;
  switch (provider) {
    case 'mastodon':
      return { provider, ...named, credentials: { instance_url: server, access_token: token } };
    case 'bluesky':
      return { provider, ...named, credentials: { identifier, app_password: appPassword } };
    case 'discord':
      return { provider, ...named, credentials: { bot_token: token, channel_id: chat } };
    case 'telegram':
      return { provider, ...named, credentials: { bot_token: token, chat_id: chat } };
    case 'wordpress':
      return {
        provider,
        ...named,
        credentials: { site_url: server, username: identifier, application_password: appPassword },
      };
    case 'devto':
      return { provider, ...named, credentials: { api_key: token } };
    default:
      return { provider, ...named, credentials: {} };
  }
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
  const fields = FIELDS[provider];
  if (fields.length === 0) return <p>The sandbox needs no credentials.</p>;
  return (
    <>
      {fields.map((field) => {
        const { name, label, hint, kind } = field;
        const shown = { label, hint, pointer: pointerOf(field), error };
        const change = (value: string) => onChange({ ...credentials, [name]: value });
        if (kind !== 'secret')
          return (
            <TextField
              key={name}
              {...shown}
              {...(kind === 'url' ? { type: 'url' as const } : {})}
              required
              value={credentials[name]}
              onValue={change}
            />
          );
        return (
          <Field key={name} {...shown}>
            {(control) => (
              <input
                {...control}
                type="password"
                autocomplete="off"
                required
                value={credentials[name]}
                onInput={({ currentTarget }) => change(currentTarget.value)}
              />
            )}
          </Field>
        );
      })}
    </>
  );
}
