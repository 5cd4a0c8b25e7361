import { ApiCalls } from '#console/parts/api-call.tsx';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Loading, Progress, State } from '#console/parts/notices.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
import { useDraft } from '#console/session/use-draft.ts';
import { type Domain, DOMAINS, useDomains } from './page-reads.ts';

/** The domains of pages, each with the DNS record that proves who owns it. */
export function Domains() {
  const { session } = useSigned();
  const { data, error } = useDomains();
  const mayWrite = may(session, 'biolinks:domains:write');
  return (
    <>
      <p>
        <a href="/console/pages">Pages</a>
      </p>
      <h1>Domains</h1>
      <p class="soft">
        The URL of a page can begin with a domain that you own. The operator of this installation must also
        point the domain to the installation.
      </p>
      {mayWrite && <ConnectDomain />}
      <Failure error={error} />
      {!data && !error && <Loading />}
      <ul class="cards" aria-label="Domains">
        {data?.map((domain) => (
          <li key={domain.id}>
            <DomainCard domain={domain} mayWrite={mayWrite} />
          </li>
        ))}
      </ul>
      <ApiCalls calls={[{ path: DOMAINS }]} />
    </>
  );
}

function ConnectDomain() {
  const { api } = useSigned().session;
  const { draft, setDraft, submit, isBusy, error } = useDraft({ host: '' });
  const form = useFocusOnError(error);

  async function connect(event: Event): Promise<void> {
    const isDone = await submit(event, (headers) => bodyOf(api.POST(DOMAINS, { headers, body: draft })));
    if (isDone) setDraft({ host: '' });
  }

  return (
    <form ref={form} onSubmit={(event) => void connect(event)}>
      <TextField
        label="Host name"
        hint="Such as links.example.com."
        pointer="#/host"
        error={error}
        required
        maxLength={253}
        value={draft.host}
        onValue={(host) => setDraft({ host })}
      />
      <Failure error={error} fields={['#/host']} />
      <div class="actions">
        <button type="submit" disabled={isBusy}>
          Connect the domain
        </button>
        <Progress isBusy={isBusy} />
      </div>
    </form>
  );
}

function DomainCard({ domain, mayWrite }: { readonly domain: Domain; readonly mayWrite: boolean }) {
  const { api } = useSigned().session;
  const { id, host, state, is_default: isDefault, verification, verified_at: verifiedAt } = domain;
  const params = { path: { domain: id } };
  return (
    <article>
      <h2>
        <bdi>{host}</bdi> <State name={isDefault ? 'default' : state} />
      </h2>
      {isDefault && <p>Every workspace can use this domain.</p>}
      {state === 'pending' && verification && (
        <>
          <p>
            Add this record to the DNS of the domain, then press “Verify”. A new record can take an hour to
            appear.
          </p>
          <DnsRecord record={verification} />
        </>
      )}
      {verifiedAt !== null && (
        <p>
          Verified <When at={verifiedAt} />
        </p>
      )}
      {mayWrite && !isDefault && (
        <div class="actions">
          {state === 'pending' && (
            <Command
              label="Verify"
              send={(headers) =>
                bodyOf(api.POST('/api/v1/biolinks/domains/{domain}/verify', { params, headers, body: {} }))
              }
            />
          )}
          <AskedCommand
            label="Disconnect"
            title="Disconnect the domain?"
            send={() => deletion(api.DELETE('/api/v1/biolinks/domains/{domain}', { params }))}
          >
            <p>
              No page can use <bdi>{host}</bdi> any more. A domain that a page uses cannot be disconnected:
              give the page another domain first.
            </p>
          </AskedCommand>
        </div>
      )}
    </article>
  );
}

function DnsRecord({
  record: { type, name, value },
}: {
  readonly record: NonNullable<Domain['verification']>;
}) {
  return (
    <dl>
      <dt>Type</dt>
      <dd>{type}</dd>
      <dt>Name</dt>
      <dd>
        <code>{name}</code> <Copy text={name} label="Copy the name" />
      </dd>
      <dt>Value</dt>
      <dd>
        <code>{value}</code> <Copy text={value} label="Copy the value" />
      </dd>
    </dl>
  );
}
