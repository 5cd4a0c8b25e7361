import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { BackLink } from '#console/parts/back-link.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { PageHead } from '#console/parts/page-head.tsx';
import { PartLinks } from '#console/parts/part-links.tsx';
import { State } from '#console/parts/state.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { useParams } from '#console/session/params.ts';
import { ApiProblemError } from '#console/session/problem.ts';
import { type RevisedPage, usePage } from './page-reads.ts';

const REFRESH_MS = 30_000;

/** The frame of all parts of a page: its title, its status, its address and the links to the other parts. */
export function PageFrame({ children }: { readonly children: (found: RevisedPage) => ComponentChildren }) {
  const { session } = useSigned();
  const { page = '' } = useParams();
  const { path } = useLocation();
  const { data, error } = usePage(page, REFRESH_MS);
  const isMissing = error instanceof ApiProblemError && error.status === 404;
  const parts = [
    { name: 'Overview', href: `/console/pages/${page}` },
    ...(may(session, 'biolinks:pages:write') ? [{ name: 'Edit', href: `/console/pages/${page}/edit` }] : []),
    ...(may(session, 'biolinks:analytics:read')
      ? [{ name: 'Analytics', href: `/console/pages/${page}/analytics` }]
      : []),
  ];
  return (
    <>
      <BackLink href="/console/pages" to="Pages" />
      <PageHead
        title={<bdi>{(!isMissing && (data?.page.title || data?.page.slug)) || 'Page'}</bdi>}
        state={data && !isMissing && <State name={data.page.status} />}
      />
      {isMissing ? (
        <Notice tone="bad" isNew>
          This page does not exist, or no longer exists.
        </Notice>
      ) : (
        <>
          <PartLinks label="Parts of the page" parts={parts} current={path} />
          <ReadState data={data} error={error} />
          {data && children(data)}
        </>
      )}
    </>
  );
}
