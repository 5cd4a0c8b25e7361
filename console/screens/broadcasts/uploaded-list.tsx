import type { components } from '#clients/typescript/schema.d.ts';
import { Failure } from '#console/parts/notices.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useQuery } from '#console/session/use-query.ts';
import type { FieldsProps } from './fields-props.ts';
import { countOf } from './sending-words.ts';

type ContactImport = components['schemas']['ContactImport'];

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;
const REFRESH_MS = 3000;

/** Chooses the contacts of an import by its ID, and shows which import that is. */
export function UploadedList({ draft, error, onChange }: FieldsProps) {
  const { session } = useSigned();
  const list = draft.list.trim();
  return (
    <>
      <TextField
        label="Uploaded list"
        hint="The ID of an import of contacts that has a list. Upload a list with the API operation createContactImport."
        pointer="#/audience/list"
        error={error}
        maxLength={36}
        value={draft.list}
        onValue={(value) => onChange({ ...draft, list: value })}
      />
      {ID.test(list) && may(session, 'salesbot:contacts:read') && <FoundList key={list} list={list} />}
    </>
  );
}

function FoundList({ list }: { readonly list: string }) {
  const { api } = useSigned().session;
  const found = useQuery<ContactImport>(
    ['contact-import', list],
    async () => {
      const params = { path: { import: list } };
      return (await bodyOf(api.GET('/api/v1/salesbot/contacts/imports/{import}', { params }))).data;
    },
    (data) => (data?.state === 'completed' ? false : REFRESH_MS),
  );
  return (
    <>
      <Failure error={found.error} />
      <output>
        <bdi>{found.data && sentenceOf(found.data)}</bdi>
      </output>
    </>
  );
}

function sentenceOf({ state, list, created, updated, unchanged }: ContactImport): string {
  if (state !== 'completed') return `The import is not complete: its state is ${state.replaceAll('_', ' ')}.`;
  if (list === null) return 'This import has no list. Give it a name for its list when you create it.';
  return `The list “${list}” has ${countOf(created + updated + unchanged, 'contact')}.`;
}
