import { ApiCalls } from '#console/parts/api-call.tsx';
import { BackLink } from '#console/parts/back-link.tsx';
import { Table } from '#console/parts/lists/table.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { useParams } from '#console/session/params.ts';
import { isSendable, numberPath, useNumbers, useTemplates } from './number-reads.ts';

/** The templates of a phone number, as WhatsApp has them now. */
export function NumberTemplates() {
  const id = useParams()['number'] ?? '';
  const { data, error } = useTemplates(id);
  const number = useNumbers().data?.find((each) => each.id === id);
  return (
    <>
      <BackLink href="/console/numbers" to="Phone numbers" />
      <h1>Templates {number && <bdi>{number.phone}</bdi>}</h1>
      <p>
        Only an approved template can be sent. Templates are created and changed at WhatsApp, where their text
        and their placeholders are.
      </p>
      <ReadState data={data} error={error} />
      {data?.length === 0 && <p>The phone number has no template.</p>}
      {data && data.length > 0 && (
        <Table label="Templates" head={['Name', 'Language', 'Category', 'Approval', 'Can be sent']}>
          {data.map((template) => (
            <tr key={`${template.name} ${template.language}`}>
              <td>
                <code>{template.name}</code>
              </td>
              <td>{template.language}</td>
              <td>{template.category ?? 'unknown'}</td>
              <td>{template.status.toLowerCase()}</td>
              <td>{isSendable(template) ? 'yes' : 'no'}</td>
            </tr>
          ))}
        </Table>
      )}
      <ApiCalls calls={[{ path: `${numberPath(id)}/templates` }]} />
    </>
  );
}
