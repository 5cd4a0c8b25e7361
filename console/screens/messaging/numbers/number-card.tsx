import { AskedCommand, Command } from '#console/parts/command.tsx';
import { Copy } from '#console/parts/copy.tsx';
import { State } from '#console/parts/state.tsx';
import { When } from '#console/parts/when.tsx';
import { platformName } from '#console/screens/messaging/platforms.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
import type { PhoneNumber } from './number-reads.ts';
import { stateSentence } from './number-states.ts';

/** A phone number: whether it works, and if not, what to do. */
export function NumberCard({
  number,
  mayWrite,
}: {
  readonly number: PhoneNumber;
  readonly mayWrite: boolean;
}) {
  const { me } = useSigned().session;
  const { id, platform, phone, state, reason, origination_id: origin } = number;
  const sentence = stateSentence(number);
  const tag = `workspace=${me.workspace.id}`;
  return (
    <article>
      <h2>
        <bdi>{phone}</bdi> <State name={state} />
      </h2>
      <p class="url">
        {platformName(platform)}
        {origin !== null && (
          <>
            {' '}
            · <bdi>{origin}</bdi>
          </>
        )}
      </p>
      {sentence !== undefined && <p>{sentence}</p>}
      {platform !== 'sandbox' && (state === 'unverified' || reason === 'number_untagged') && (
        <p>
          The operator gives the number to your workspace with the tag <code>{tag}</code>{' '}
          <Copy text={tag} label="Copy the tag" />
        </p>
      )}
      {number.verified_at !== null && (
        <p>
          Verified <When at={number.verified_at} />
        </p>
      )}
      {platform !== 'sms' && state === 'verified' && (
        <p>
          <a href={`/console/numbers/${id}`}>Templates</a>
        </p>
      )}
      {mayWrite && <Controls number={number} />}
    </article>
  );
}

function Controls({ number }: { readonly number: PhoneNumber }) {
  const { api } = useSigned().session;
  const params = { path: { number: number.id } };
  return (
    <div class="actions">
      <Command
        label={number.state === 'verified' ? 'Verify again' : 'Verify'}
        quiet={number.state === 'verified'}
        send={(headers) =>
          bodyOf(api.POST('/api/v1/salesbot/phone-numbers/{number}/verify', { params, headers }))
        }
      />
      <AskedCommand
        label="Disconnect"
        isFinal
        title="Disconnect the phone number?"
        send={() => deletion(api.DELETE('/api/v1/salesbot/phone-numbers/{number}', { params }))}
      >
        <p>
          The workspace no longer sends from <bdi>{number.phone}</bdi> and receives nothing at it. Messages
          that wait to be sent from it fail. The number stays in the AWS account of the installation.
        </p>
      </AskedCommand>
    </div>
  );
}
