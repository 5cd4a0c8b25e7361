import { CreateForm } from '#console/parts/create-form.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { PAGES } from './page-reads.ts';

const EMPTY = { title: '', slug: '' };

/** Creates a page, and opens its editor. */
export function NewPage() {
  const { api } = useSigned().session;
  return (
    <>
      <p>
        <a href="/console/pages">Pages</a>
      </p>
      <h1>New page</h1>
      <p class="soft">The page begins as a draft. Nobody sees it before you publish it.</p>
      <CreateForm
        label="Create the page"
        path={PAGES}
        empty={EMPTY}
        requestOf={(draft) => draft}
        create={async (body, headers) => {
          const { data } = await bodyOf(api.POST(PAGES, { headers, body }));
          return `/console/pages/${data.id}/edit`;
        }}
        errorFields={['#/title', '#/slug']}
      >
        {({ draft, error, onChange }) => (
          <>
            <TextField
              label="Title"
              pointer="#/title"
              error={error}
              required
              maxLength={120}
              value={draft.title}
              onValue={(title) => onChange({ ...draft, title })}
            />
            <TextField
              label="Slug"
              hint="The last part of the address: letters, digits, “-” and “_”."
              pointer="#/slug"
              error={error}
              required
              maxLength={60}
              value={draft.slug}
              onValue={(slug) => onChange({ ...draft, slug })}
            />
          </>
        )}
      </CreateForm>
    </>
  );
}
