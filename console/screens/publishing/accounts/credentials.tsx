import type { components } from '#clients/typescript/schema.d.ts';
import type { FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import type { Provider } from './providers.ts';

export type ConnectBody = components['schemas']['ConnectAccountBody'];

/** What a person enters to connect an account, by the names of the API. */
export type Credentials = Readonly<Record<string, string>>;

export const NO_CREDENTIALS: Credentials = {};

/** A field of the form; `member` is its name in the API. */
type CredentialField<Member extends string = string> = {
  readonly member: Member;
  readonly label: string;
  readonly hint: string;
  readonly kind: 'text' | 'url' | 'password';
};

type MemberOf<P extends Provider> = keyof Extract<ConnectBody, { readonly provider: P }>['credentials'] &
  string;

const FIELDS: { readonly [P in Provider]: readonly CredentialField<MemberOf<P>>[] } = {
  mastodon: [
    {
      member: 'instance_url',
      label: 'Server',
      hint: 'Such as https://mastodon.social.',
      kind: 'url',
    },
    {
      member: 'access_token',
      label: 'Access token',
      hint: 'Create an access token under “Development” in the settings of Mastodon, with the scopes profile, write:statuses and write:media.',
      kind: 'password',
    },
  ],
  bluesky: [
    {
      member: 'identifier',
      label: 'Handle',
      hint: 'Such as moreau.bsky.social.',
      kind: 'text',
    },
    {
      member: 'app_password',
      label: 'App password',
      hint: 'Create one in the settings of Bluesky. It is not the password of the account.',
      kind: 'password',
    },
  ],
  sandbox: [],
  wordpress: [
    {
      member: 'site_url',
      label: 'Site',
      hint: 'Such as https://blog.example.com.',
      kind: 'url',
    },
    {
      member: 'username',
      label: 'User name',
      hint: 'A user who may publish posts: an author, an editor or an administrator.',
      kind: 'text',
    },
    {
      member: 'application_password',
      label: 'Application password',
      hint: 'Create one in the profile of the user in WordPress. It is not the password of the user.',
      kind: 'password',
    },
  ],
  devto: [
    {
      member: 'api_key',
      label: 'API key',
      hint: 'Create one under “Extensions” in the settings of dev.to.',
      kind: 'password',
    },
  ],
  discord: [
    {
      member: 'bot_token',
      label: 'Bot token',
      hint: 'Create a bot in the developer portal of Discord, and add it to the server. It needs to view the channel, to send messages, to attach files and to read the message history.',
      kind: 'password',
    },
    {
      member: 'channel_id',
      label: 'Channel ID',
      hint: 'Turn on the developer mode in the settings of Discord, then copy the ID from the menu of the channel.',
      kind: 'text',
    },
  ],
  telegram: [
    {
      member: 'bot_token',
      label: 'Bot token',
      hint: 'Create a bot with @BotFather. Make it an administrator of the channel who can post messages, or a member of the group.',
      kind: 'password',
    },
    {
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
export function connectBody(provider: Provider, name: string, entered: Credentials): ConnectBody {
  const sent = FIELDS[provider].map(({ member }) => [member, entered[member] ?? ''] as const);
  const body = {
    provider,
    ...(name === '' ? {} : { name }),
    credentials: Object.fromEntries<string>(sent),
  };
  // Each network has the fields of its credentials.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return body as ConnectBody;
}

/** The fields of the credentials of a network. The API never returns them. */
export function CredentialFields<Draft extends { readonly credentials: Credentials }>({
  provider,
  draft,
  error,
  onChange,
}: FieldsProps<Draft> & { readonly provider: Provider }) {
  const fields = FIELDS[provider];
  if (fields.length === 0) return <p>The sandbox needs no credentials.</p>;
  return (
    <>
      {fields.map((each) => {
        const { member, label, hint, kind } = each;
        return (
          <TextField
            key={member}
            label={label}
            hint={hint}
            pointer={pointerOf(each)}
            error={error}
            type={kind}
            required
            value={draft.credentials[member] ?? ''}
            onValue={(value) =>
              onChange({ ...draft, credentials: { ...draft.credentials, [member]: value } })
            }
          />
        );
      })}
    </>
  );
}
