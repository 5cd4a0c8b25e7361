import { useState } from 'preact/hooks';
import { EditForm } from '#console/parts/edit-form.tsx';
import { Notice } from '#console/parts/feedback/notice.tsx';
import { Failure, Loading } from '#console/parts/notices.tsx';
import { Reported } from '#console/parts/reported.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { revisionOf } from '#console/session/problem.ts';
import { AppearanceFields } from './appearance-fields.tsx';
import type { PreviewBlock } from './blocks/block-draft.ts';
import { BlockList } from './blocks/block-list.tsx';
import {
  addressOf,
  changesOf,
  comparedFields,
  draftOf,
  PAGE_FIELDS,
  type PageChanges,
  type PageDraft,
  previewOf,
} from './page-draft.ts';
import { PageFields } from './page-fields.tsx';
import { PageFrame } from './page-frame.tsx';
import { PagePreview } from './page-preview.tsx';
import {
  pageKey,
  pagePath,
  readPage,
  type RevisedPage,
  useBlocks,
  useDomains,
  usePixels,
  useThemes,
} from './page-reads.ts';
import { SearchFields } from './search-fields.tsx';
import { usePreview } from './use-preview.ts';
import { ProtectionFields, TrackingFields } from './visitor-fields.tsx';

const REFRESH_MS = 10_000;
const NO_CHANGES: PageChanges = {};

/** The editor of a page, with a preview of what is not saved yet. */
export function PageEditor() {
  return <PageFrame>{(found) => <Editor found={found} />}</PageFrame>;
}

function Editor({ found }: { readonly found: RevisedPage }) {
  const { session } = useSigned();
  const { page } = found;
  const mayWrite =
    may(session, 'biolinks:pages:write') &&
    (page.status !== 'active' || may(session, 'biolinks:pages:publish'));
  const [changes, setChanges] = useState(NO_CHANGES);
  const [blocks, setBlocks] = useState<readonly PreviewBlock[]>();
  const list = useBlocks(page.id, REFRESH_MS);
  const body = { page: previewOf(changes), ...(blocks ? { blocks: [...blocks] } : {}) };
  const preview = usePreview(page.id, body, `${found.etag} ${list.data?.etag}`);
  if (!mayWrite)
    return (
      <Notice tone="warn">
        {page.status === 'active'
          ? 'Your API key may not change a published page. Ask an admin to unpublish the page, or sign in with a key that may publish.'
          : 'Your API key may not change pages. Ask an admin for a key that may.'}
      </Notice>
    );
  return (
    <div class="editor">
      <div>
        <Failure error={list.error} />
        {!list.data && !list.error && <Loading />}
        {list.data && (
          <BlockList page={page.id} found={list.data} mayWrite={mayWrite} onPreview={setBlocks} />
        )}
        <PageForm found={found} onChanges={setChanges} />
      </div>
      <PagePreview preview={preview} />
    </div>
  );
}

function PageForm({
  found,
  onChanges,
}: {
  readonly found: RevisedPage;
  readonly onChanges: (changes: PageChanges) => void;
}) {
  const { session } = useSigned();
  const { page } = found;
  const themes = useThemes();
  const domains = useDomains();
  const pixels = usePixels();
  const hostOf = (id: string) => domains.data?.find((domain) => domain.id === id)?.host ?? id;
  const pixelName = (id: string) => pixels.data?.find((pixel) => pixel.id === id)?.name ?? id;
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <Failure error={themes.error ?? domains.error ?? pixels.error} />
      <EditForm<RevisedPage, PageDraft, PageChanges>
        thing="the page"
        path={pagePath(page.id)}
        found={found}
        editing={{
          draftOf,
          changesOf,
          queryKey: pageKey(page.id),
          read: () => readPage(session, page.id),
          async save(etag, body) {
            const params = { path: { page: page.id }, header: { 'If-Match': etag } };
            const answer = session.api.PATCH('/api/v1/biolinks/pages/{page}', { params, body });
            const { data, etag: next } = await revisionOf(answer);
            return { page: data, etag: next };
          },
        }}
        compared={comparedFields({ domain: hostOf, pixel: pixelName })}
        errorFields={PAGE_FIELDS}
      >
        {({ draft, error, onChange, changes }) => {
          const fields = { draft, error, onChange };
          const address = addressOf(page, draft, hostOf);
          return (
            <>
              <Reported value={changes} report={onChanges} />
              <PageFields {...fields} domains={domains.data ?? []} address={address} />
              <AppearanceFields
                {...fields}
                themes={themes.data?.themes ?? []}
                fonts={themes.data?.fonts ?? []}
              />
              <SearchFields {...fields} address={address} />
              <ProtectionFields {...fields} hasPassword={page.has_password} />
              <TrackingFields {...fields} pixels={pixels.data ?? []} />
            </>
          );
        }}
      </EditForm>
    </section>
  );
}
