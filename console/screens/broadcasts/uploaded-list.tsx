import { fieldsOf } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { may, mayAll } from '#console/session/may.ts';
import { dataOf } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import type { FieldsProps } from './fields-props.ts';
import { ListUpload } from './list-upload.tsx';
import { type ContactImport, IMPORT, listSentence } from './list-words.ts';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;
const REFRESH_MS = 2000;

/** Chooses the contacts of an import by its ID, shows which import that is, and uploads a new one. */
export function UploadedList({ draft, error, onChange }: FieldsProps) {
  const { session } = useSigned();
  const list = draft.list.trim();
  const mayUpload = mayAll(session, 'salesbot:contacts:read', 'salesbot:contacts:write');
  const field = fieldsOf({ draft, error, onChange });
  return (
    <>
      <TextField
        {...field('list', '#/audience/list')}
        label="Uploaded list"
        hint="The ID of an import of contacts that has a list. Empty for no list: the other conditions apply to all contacts."
        maxLength={36}
      />
      {ID.test(list) && may(session, 'salesbot:contacts:read') && <FoundList key={list} list={list} />}
      {mayUpload && (
        // The person can go on with the form while the file is uploaded.
        <ListUpload onList={(uploaded) => onChange((current) => ({ ...current, list: uploaded }))} />
      )}
    </>
  );
}

function FoundList({ list }: { readonly list: string }) {
  const { api } = useSigned().session;
  const found = useQuery<ContactImport>(
    ['contact-import', list],
    () => dataOf(api.GET(IMPORT, { params: { path: { import: list } } })),
    (data) => (data?.state === 'completed' || data?.state === 'failed' ? false : REFRESH_MS),
  );
  return (
    <>
      <Failure error={found.error} />
      <output>
        <bdi>{found.data && listSentence(found.data)}</bdi>
      </output>
    </>
  );
}
