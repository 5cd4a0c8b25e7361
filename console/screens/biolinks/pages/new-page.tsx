import { BackLink } from '#console/parts/back-link.tsx';
import { CreateForm } from '#console/parts/create-form.tsx';
import { fieldsOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import { PAGES } from './page-reads.ts';

const EMPTY = { title: '', slug: '' };

/** Creates a page, and opens its editor. */
export function NewPage() {
  const { api } = useSigned().session;
  return (
    <>
      <BackLink href="/console/pages" to="Pages" />
      <h1>New page</h1>
      <p class="soft">The page begins as a draft. Nobody sees it before you publish it.</p>
      <CreateForm
        label="Create the page"
        path={PAGES}
        empty={EMPTY}
        requestOf={(draft) => draft}
        create={async (body, headers) => {
          const data = await dataOf(api.POST(PAGES, { headers, body }));
          return `/console/pages/${data.id}/edit`;
        }}
        errorFields={['#/title', '#/slug']}
      >
        {(fields) => <NewPageFields {...fields} />}
      </CreateForm>
    </>
  );
}

function NewPageFields(props: FieldsProps<typeof EMPTY>) {
  const field = fieldsOf(props);
  return (
    <>
      <TextField {...field('title')} label="Title" required maxLength={120} />
      <TextField
        {...field('slug')}
        label="Slug"
        hint="The last part of the address: letters, digits, “-” and “_”."
        required
        maxLength={60}
      />
    </>
  );
}
