import { Fact } from '#console/parts/facts.tsx';
import { When } from '#console/parts/when.tsx';

/** Fields that the screens show elsewhere. */
const APART = ['id', 'source', 'revision', 'last_event'];

/** What events have said about a record that another system manages. */
export function ExternalRecord({
  record,
  thing,
}: {
  readonly record: object & { readonly last_event: { readonly id: string; readonly occurred_at: string } };
  /** What the record is about, such as `contact`. */
  readonly thing: string;
}) {
  const fields = Object.entries(record).filter(([name, value]) => !APART.includes(name) && value !== null);
  const { id, occurred_at: at } = record.last_event;
  return (
    <>
      <p>
        Another system manages this {thing} and sends events about it. The last of them occurred{' '}
        <When at={at} />: <a href={`/console/events/${id}`}>see the event</a>.
      </p>
      <dl>
        {fields.map(([name, value]) => (
          <Fact key={name} name={name.replaceAll('_', ' ')}>
            <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
          </Fact>
        ))}
      </dl>
    </>
  );
}
