import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { BackLink } from '#console/parts/back-link.tsx';
import { Text } from '#console/parts/code/text.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { FormEnd } from '#console/parts/draft-form.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { CheckField } from '#console/parts/fields/check-field.tsx';
import { CheckList } from '#console/parts/fields/check-list.tsx';
import { FieldErrors } from '#console/parts/fields/field.tsx';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { fromLocalTime } from '#console/parts/local-time.ts';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import type { Permission } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useCommand } from '#console/session/use-command.ts';
import type { NewKey } from './key-reads.ts';

const FIELDS = ['#/name', '#/permissions', '#/expires_at'];

type Created = { readonly id: string; readonly secret: string };

/** Creates an API key for the member of the key in use. The new key is shown once. */
export function NewApiKey() {
  const { api, me } = useSigned().session;
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Permission[]>([]);
  const [expiry, setExpiry] = useState('');
  const [created, setCreated] = useState<Created>();
  const { run, isBusy, error } = useCommand();
  const { timezone } = me.workspace;
  const { expires_at: expiresAt } = me.key;
  const body: NewKey = {
    name,
    permissions: [...chosen],
    ...(expiry === '' ? {} : { expires_at: fromLocalTime(expiry, timezone) }),
  };

  async function create(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    await run(async (headers) => {
      const { data, secret } = await bodyOf(api.POST('/api/v1/api-keys', { headers, body }));
      setCreated({ id: data.id, secret });
    });
  }

  return (
    <>
      <BackLink href="/console/keys" to="API keys" />
      <h1>New API key</h1>
      {created ? (
        <Secret created={created} />
      ) : (
        <form onSubmit={(event) => void create(event)}>
          <TextField
            label="Name"
            pointer="#/name"
            error={error}
            required
            maxLength={100}
            value={name}
            onValue={setName}
          />
          <PermissionPicker error={error} chosen={chosen} onChoose={setChosen} />
          <TextField
            label="Expires"
            hint={
              expiresAt === null
                ? `${timezone}. Without a time, the key never expires.`
                : `${timezone}. Without a time, the new key expires together with the key in use.`
            }
            pointer="#/expires_at"
            error={error}
            type="datetime-local"
            value={expiry}
            onValue={setExpiry}
          />
          <FormEnd submit="Create" isBusy={isBusy} error={error} errorFields={FIELDS} />
        </form>
      )}
      {expiresAt !== null && !created && (
        <Notice tone="warn">
          A key that you create here ends with the key in use, which expires <When at={expiresAt} />. For a
          key that lasts, run this command with a key that does not expire.
        </Notice>
      )}
      <ApiCalls isOpen={expiresAt !== null} calls={[{ method: 'POST', path: '/api/v1/api-keys', body }]} />
    </>
  );
}

function Secret({ created }: { readonly created: Created }) {
  const box = useRef<HTMLDivElement>(null);
  // The form with the focus is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div class="notice good" ref={box} tabIndex={-1}>
      <p>
        This is the only time that the key is shown. Store it on your server; never put it into a page or an
        app.
      </p>
      <p>
        <code class="secret">{created.secret}</code> <Copy text={created.secret} label="Copy the key" />
      </p>
      <p>
        <a href={`/console/keys/${created.id}`}>See the key</a>
      </p>
      <Agent secret={created.secret} />
    </div>
  );
}

/** What the configuration of an agent needs, so that it calls the MCP server with this key. */
function Agent({ secret }: { readonly secret: string }) {
  const server = {
    type: 'http',
    url: `${location.origin}/mcp`,
    headers: { Authorization: `Bearer ${secret}` },
  };
  const settings = JSON.stringify({ mcpServers: { 'workspace-platform': server } }, null, 2);
  return (
    <details>
      <summary>Connect an agent</summary>
      <p>
        Add this to the configuration of the agent. It can do what the key may do:{' '}
        <a href="/docs/mcp">the guide lists its tools</a>.
      </p>
      <Text title="Configuration" text={settings} />
      <Copy text={settings} label="Copy the configuration" />
    </details>
  );
}

/** The permissions of the key in use, by product: a key cannot grant others. */
function PermissionPicker({
  error,
  chosen,
  onChoose,
}: {
  readonly error: Error | null;
  readonly chosen: readonly Permission[];
  readonly onChoose: (chosen: readonly Permission[]) => void;
}) {
  const { me } = useSigned().session;
  const own = me.key.permissions;
  const products = [...new Set(own.map((each) => each.split(':')[0] ?? ''))];
  const toggle = (names: readonly Permission[], isChosen: boolean): void =>
    onChoose(own.filter((each) => (names.includes(each) ? isChosen : chosen.includes(each))));
  return (
    <fieldset>
      <legend>Permissions</legend>
      <p class="soft">A key can have only permissions that the key in use has.</p>
      {products.map((product) => {
        const names = own.filter((each) => each.startsWith(`${product}:`));
        return (
          <fieldset key={product}>
            <legend>{product}</legend>
            <CheckField
              checked={names.every((each) => chosen.includes(each))}
              onCheck={(isChosen) => toggle(names, isChosen)}
            >
              All of {product}
            </CheckField>
            <CheckList
              choices={names.map((each) => [each, each])}
              chosen={chosen}
              onCheck={(each, isChosen) => toggle([each], isChosen)}
            />
          </fieldset>
        );
      })}
      <FieldErrors pointer="#/permissions" error={error} />
    </fieldset>
  );
}
