import { useLayoutEffect, useState } from 'preact/hooks';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { ChoiceField } from '#console/parts/choice-field.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Progress } from '#console/parts/notices.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { NUMBER_PLATFORMS, platformName } from '#console/screens/messaging/platforms.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { useDraft } from '#console/session/use-draft.ts';
import { NUMBERS } from './number-reads.ts';

const FIELDS = ['#/platform', '#/phone', '#/origination_id'];
const PLATFORM_CHOICES = NUMBER_PLATFORMS.map((each) => [each, platformName(each)] as const);
const ID_HINTS = { sms: 'Such as phone-…', whatsapp: 'Such as phone-number-id-…' };

/** Connects a phone number, which is then verified. */
export function ConnectNumber() {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <ConnectForm onEnd={() => setOpen(false)} />;
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Connect a phone number
    </button>
  );
}

function ConnectForm({ onEnd }: { readonly onEnd: () => void }) {
  const { api } = useSigned().session;
  const { draft, setDraft, submit, isBusy, error } = useDraft<Draft>({
    platform: 'sms',
    phone: '',
    origin: '',
  });
  const { platform, phone, origin } = draft;
  const body = { platform, phone, ...(platform === 'sandbox' ? {} : { origination_id: origin.trim() }) };
  const form = useFocusOnError(error);
  // The button with the focus has left the page. Before the form is painted, so that no key press is lost.
  useLayoutEffect(() => form.current?.querySelector('select')?.focus(), []);

  async function connect(event: Event): Promise<void> {
    if (await submit(event, (headers) => bodyOf(api.POST(NUMBERS, { headers, body })))) onEnd();
  }

  return (
    <section aria-label="New phone number">
      <h2>New phone number</h2>
      <form ref={form} onSubmit={(event) => void connect(event)}>
        <ChoiceField
          label="Platform"
          pointer="#/platform"
          error={error}
          value={platform}
          choices={PLATFORM_CHOICES}
          onValue={(value) => setDraft({ ...draft, platform: value })}
        />
        <TextField
          label="Phone number"
          hint="With its country code, such as +49 30 901820."
          pointer="#/phone"
          error={error}
          required
          inputMode="tel"
          maxLength={40}
          value={phone}
          onValue={(value) => setDraft({ ...draft, phone: value })}
        />
        {platform !== 'sandbox' && (
          <TextField
            label="ID of the number at AWS"
            hint={`${ID_HINTS[platform]} The operator of this installation knows it.`}
            pointer="#/origination_id"
            error={error}
            required
            value={origin}
            onValue={(value) => setDraft({ ...draft, origin: value })}
          />
        )}
        <Failure error={error} fields={FIELDS} />
        <div class="actions">
          <button type="submit" disabled={isBusy}>
            Connect
          </button>
          <button type="button" class="quiet" onClick={onEnd}>
            Cancel
          </button>
          <Progress isBusy={isBusy} />
        </div>
      </form>
      <ApiCalls calls={[{ method: 'POST', path: NUMBERS, body }]} />
    </section>
  );
}

type Draft = {
  readonly platform: (typeof NUMBER_PLATFORMS)[number];
  readonly phone: string;
  readonly origin: string;
};
