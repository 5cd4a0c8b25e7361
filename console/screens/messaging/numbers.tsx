import { ApiCalls } from '#console/parts/api-call.tsx';
import { Cards } from '#console/parts/lists/cards.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { ConnectNumber } from './numbers/connect-number.tsx';
import { NumberCard } from './numbers/number-card.tsx';
import { NUMBERS, numberPath, useNumbers } from './numbers/number-reads.ts';

/** The phone numbers from which the workspace sends. */
export function Numbers() {
  const { session } = useSigned();
  const { data, error } = useNumbers();
  const mayWrite = may(session, 'salesbot:numbers:write');
  const [first] = data ?? [];
  return (
    <>
      <h1>Phone numbers</h1>
      <p>
        A workspace sends text messages and WhatsApp messages from its phone numbers, and receives the answers
        at them. A number of the sandbox reaches nobody: it is for tests.
      </p>
      {mayWrite && <ConnectNumber />}
      <ReadState data={data} error={error} />
      {data?.length === 0 && <p>No phone number is connected yet.</p>}
      <Cards
        label="Phone numbers"
        items={data}
        card={(number) => <NumberCard number={number} mayWrite={mayWrite} />}
      />
      <ApiCalls
        calls={[
          { path: NUMBERS },
          ...(mayWrite && first
            ? [
                { method: 'POST' as const, path: `${numberPath(first.id)}/verify` },
                { method: 'DELETE' as const, path: numberPath(first.id) },
              ]
            : []),
        ]}
      />
    </>
  );
}
