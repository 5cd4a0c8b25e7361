import type { components } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { ChoiceField } from '#console/parts/choice-field.tsx';
import { AskedCommand } from '#console/parts/command.tsx';
import { useFocusOnError } from '#console/parts/field.tsx';
import { Failure, Loading, Progress } from '#console/parts/notices.tsx';
import { TextField } from '#console/parts/text-field.tsx';
import { When } from '#console/parts/when.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
import { useDraft } from '#console/session/use-draft.ts';
import { type Pixel, PIXELS, usePixels } from './page-reads.ts';

type NewPixel = components['schemas']['CreatePixelBody'];

const FIELDS = ['#/name', '#/provider', '#/tag_id'];
const EMPTY: NewPixel = { name: '', provider: 'google', tag_id: '' };
const PROVIDERS: readonly (readonly [NewPixel['provider'], string])[] = [
  ['google', 'Google'],
  ['meta', 'Meta'],
  ['tiktok', 'TikTok'],
];

/** The tracking pixels that pages can load. */
export function Pixels() {
  const { session } = useSigned();
  const { data, error } = usePixels();
  const mayWrite = may(session, 'biolinks:pixels:write');
  return (
    <>
      <p>
        <a href="/console/pages">Pages</a>
      </p>
      <h1>Pixels</h1>
      <p class="soft">
        A page loads its pixels only for visitors who consent. Choose them in the editor of the page.
      </p>
      {mayWrite && <CreatePixel />}
      <Failure error={error} />
      {!data && !error && <Loading />}
      {data?.length === 0 && <p>This workspace has no pixel yet.</p>}
      <ul class="rows" aria-label="Pixels">
        {data?.map((pixel) => (
          <PixelRow key={pixel.id} pixel={pixel} mayWrite={mayWrite} />
        ))}
      </ul>
      <ApiCalls calls={[{ path: PIXELS }]} />
    </>
  );
}

function PixelRow({ pixel, mayWrite }: { readonly pixel: Pixel; readonly mayWrite: boolean }) {
  const { api } = useSigned().session;
  const { id, name, provider, tag_id: tag, created_at: at } = pixel;
  const params = { path: { pixel: id } };
  return (
    <li>
      <bdi>{name}</bdi>
      <span>{PROVIDERS.find(([each]) => each === provider)?.[1] ?? provider}</span>
      <bdi>{tag}</bdi>
      <span>
        created <When at={at} />
      </span>
      {mayWrite && (
        <span class="actions">
          <AskedCommand
            label="Delete"
            title="Delete the pixel?"
            send={() => deletion(api.DELETE('/api/v1/biolinks/pixels/{pixel}', { params }))}
          >
            <p>
              Pages stop loading <bdi>{name}</bdi>.
            </p>
          </AskedCommand>
        </span>
      )}
    </li>
  );
}

function CreatePixel() {
  const { api } = useSigned().session;
  const { draft, setDraft, submit, isBusy, error } = useDraft(EMPTY);
  const form = useFocusOnError(error);

  async function create(event: Event): Promise<void> {
    const isDone = await submit(event, (headers) => bodyOf(api.POST(PIXELS, { headers, body: draft })));
    if (isDone) setDraft(EMPTY);
  }

  return (
    <form ref={form} onSubmit={(event) => void create(event)}>
      <TextField
        label="Name"
        pointer="#/name"
        error={error}
        required
        maxLength={100}
        value={draft.name}
        onValue={(name) => setDraft({ ...draft, name })}
      />
      <ChoiceField
        label="Provider"
        pointer="#/provider"
        error={error}
        value={draft.provider}
        choices={PROVIDERS}
        onValue={(provider) => setDraft({ ...draft, provider })}
      />
      <TextField
        label="ID of the pixel"
        hint="As the provider shows it, such as G-ABC1234567."
        pointer="#/tag_id"
        error={error}
        required
        maxLength={24}
        value={draft.tag_id}
        onValue={(tag) => setDraft({ ...draft, tag_id: tag })}
      />
      <Failure error={error} fields={FIELDS} />
      <div class="actions">
        <button type="submit" disabled={isBusy}>
          Create the pixel
        </button>
        <Progress isBusy={isBusy} />
      </div>
    </form>
  );
}
