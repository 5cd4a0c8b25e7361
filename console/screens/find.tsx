import { useLocation } from 'preact-iso';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { FindForm } from '#console/parts/find-form.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { useQuery } from '#console/session/use-query.ts';
import { findAll, findCalls } from './find-reads.ts';

/** What has an ID, found by reading every kind of resource that the key can see. */
export function Find() {
  const { session } = useSigned();
  const text = (useLocation().query['id'] ?? '').trim();
  return (
    <>
      <h1>Find</h1>
      <FindForm key={text} initial={text} />
      {text !== '' && <Results key={text} text={text} />}
      <ApiCalls calls={findCalls(session, text)} />
    </>
  );
}

function Results({ text }: { readonly text: string }) {
  const { session } = useSigned();
  const { data, error } = useQuery(['find', text], () => findAll(session, text));
  return (
    <>
      <ReadState data={data} error={error} />
      {data?.length === 0 && (
        <p>
          This key can see no resource with the ID or the name <bdi>{text}</bdi>. Request IDs cannot be found
          here.
        </p>
      )}
      <ul class="rows" aria-label="Found">
        {data?.map(({ kind, name, href }) => (
          <li key={href}>
            <a href={href}>
              <bdi>{name}</bdi>
            </a>
            <span class="soft">{kind}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
