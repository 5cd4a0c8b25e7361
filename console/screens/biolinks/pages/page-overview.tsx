import { ApiCalls } from '#console/parts/api-call.tsx';
import { AskedCommand, Command } from '#console/parts/command.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { Fact, TimeFact } from '#console/parts/facts.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { QrCode } from '#console/parts/qr-code.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import type { Once } from '#console/session/use-command.ts';
import { PageFrame } from './page-frame.tsx';
import { type Page, pagePath, type RevisedPage } from './page-reads.ts';

/** The URL of a page with its QR code, and the commands that change its status. */
export function PageOverview() {
  return <PageFrame>{(found) => <Shown {...found} />}</PageFrame>;
}

function Shown({ page, etag }: RevisedPage) {
  const { id, slug, status, public_url: url, disabled, has_password: hasPassword, settings } = page;
  const isVisible = status === 'active' && !disabled;
  return (
    <>
      {disabled && (
        <Notice tone="warn">
          The platform has disabled this page. Visitors do not see it. Contact support to enable the page
          again.
        </Notice>
      )}
      <dl>
        <Fact name="URL">
          {isVisible ? (
            <a href={url} rel="noreferrer">
              <bdi>{url}</bdi>
            </a>
          ) : (
            <bdi>{url}</bdi>
          )}{' '}
          <Copy text={url} label="Copy the URL" />
        </Fact>
        <Fact name="Visitors see">{visibility(page)}</Fact>
        {hasPassword && <Fact name="Protection">a password</Fact>}
        {settings.protection.sensitive && <Fact name="Warning">sensitive content</Fact>}
        <TimeFact name="Last change" at={page.updated_at} />
      </dl>
      <StatusControls page={page} etag={etag} />
      {isVisible && (
        <>
          <h2>QR code</h2>
          <QrCode text={url} name={`${slug}-qr`} label={`QR code of ${url}`} />
        </>
      )}
      <ApiCalls calls={[{ path: pagePath(id) }]} />
    </>
  );
}

function visibility({ status, disabled }: Page): string {
  if (disabled) return 'nothing: the page is disabled';
  return status === 'active'
    ? 'the page'
    : `nothing: the page is ${status === 'draft' ? 'a draft' : 'archived'}`;
}

/** The changes of the status that the state machine allows, for keys that may publish. */
function StatusControls({ page, etag }: RevisedPage) {
  const { session } = useSigned();
  const { id, title, status } = page;
  if (!may(session, 'biolinks:pages:publish')) return null;

  function set(to: Page['status'], headers: Once) {
    const params = { path: { page: id }, header: { 'If-Match': etag } };
    const request = { params, headers, body: { status: to } };
    return bodyOf(session.api.POST('/api/v1/biolinks/pages/{page}/status', request));
  }

  return (
    <div class="actions">
      {status === 'draft' && <Command label="Publish" send={(headers) => set('active', headers)} />}
      {status === 'archived' && (
        <Command label="Make the page a draft" send={(headers) => set('draft', headers)} />
      )}
      {status === 'active' && (
        <AskedCommand label="Unpublish" title="Unpublish the page?" send={(headers) => set('draft', headers)}>
          <p>
            Visitors of <bdi>{title || page.slug}</bdi> get an error page until you publish it again.
          </p>
        </AskedCommand>
      )}
      {status !== 'archived' && (
        <AskedCommand label="Archive" title="Archive the page?" send={(headers) => set('archived', headers)}>
          <p>
            Visitors do not see <bdi>{title || page.slug}</bdi> any more. To publish it again, make the page a
            draft first.
          </p>
        </AskedCommand>
      )}
    </div>
  );
}
