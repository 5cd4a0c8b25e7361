import { ApiCalls } from '#console/parts/api-call.tsx';
import { BackLink } from '#console/parts/back-link.tsx';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { DraftForm } from '#console/parts/draft-form.tsx';
import { Fact } from '#console/parts/facts.tsx';
import { fieldsOf } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { Cards } from '#console/parts/lists/cards.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
import { type Domain, DOMAINS, useDomains } from './page-reads.ts';

/** The domains of pages, each with the DNS record that proves who owns it. */
export function Domains() {
  const { session } = useSigned();
  const { data, error } = useDomains();
  const mayWrite = may(session, 'biolinks:domains:write');
  return (
    <>
      <BackLink href="/console/pages" to="Pages" />
      <h1>Domains</h1>
      <p class="soft">
        The URL of a page can begin with a domain that you own. The operator of this installation must also
        point the domain to the installation.
      </p>
      {mayWrite && <ConnectDomain />}
      <ReadState data={data} error={error} />
      <Cards
        label="Domains"
        items={data}
        card={(domain) => <DomainCard domain={domain} mayWrite={mayWrite} />}
      />
      <ApiCalls calls={[{ path: DOMAINS }]} />
    </>
  );
}

function ConnectDomain() {
  const { api } = useSigned().session;
  return (
    <DraftForm
      initial={{ host: '' }}
      submit="Connect the domain"
      send={(body, headers) => bodyOf(api.POST(DOMAINS, { headers, body }))}
      errorFields={['#/host']}
      clears
    >
      {(fields) => (
        <TextField
          {...fieldsOf(fields)('host')}
          label="Host name"
          hint="Such as links.example.com."
          required
          maxLength={253}
        />
      )}
    </DraftForm>
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
            isFinal
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
      <Fact name="Type">{type}</Fact>
      <Fact name="Name">
        <code>{name}</code> <Copy text={name} label="Copy the name" />
      </Fact>
      <Fact name="Value">
        <code>{value}</code> <Copy text={value} label="Copy the value" />
      </Fact>
    </dl>
  );
}
