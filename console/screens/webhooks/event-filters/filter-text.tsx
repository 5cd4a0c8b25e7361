import type { Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import type { Filter } from './filter-draft.ts';
import { clausesOf } from './filter-sentence.ts';

/** A filter as a sentence, or as JSON if it is too complex for one. Paths and values are data of customers. */
export function FilterText({ filter }: { readonly filter: Filter }) {
  const clauses = clausesOf(filter);
  if (!clauses) return <code>{JSON.stringify(filter)}</code>;
  return (
    <span>
      {clauses.map(({ path, words, values }, index) => (
        <span key={index}>
          {index > 0 && ' and '}
          <code>{path}</code> {words} <bdi>{values}</bdi>
        </span>
      ))}
    </span>
  );
}

/** The subscriptions of an endpoint, folded, each with its filter. Without a filter, the deliveries say all and need the place. */
export function Subscriptions({ subscriptions }: Pick<Endpoint, 'subscriptions'>) {
  const count = subscriptions.length;
  const filters = subscriptions.filter(({ filter }) => filter !== null).length;
  if (filters === 0) return null;
  return (
    <details class="folded">
      <summary>
        {count} {count === 1 ? 'subscription' : 'subscriptions'}, {filters} with a filter
      </summary>
      <ul>
        {subscriptions.map(({ event, channel, filter }) => (
          <li key={`${event} ${channel}`}>
            <code>{event}</code>
            {channel === 'all' ? '' : ` on ${channel}`}
            {filter && (
              <>
                {' if '}
                <FilterText filter={filter} />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
