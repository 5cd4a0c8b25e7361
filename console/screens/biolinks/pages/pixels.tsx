import type { components } from '#clients/typescript/schema.d.ts';
import { ApiCalls } from '#console/parts/api-call.tsx';
import { BackLink } from '#console/parts/back-link.tsx';
import { AskedCommand } from '#console/parts/command.tsx';
import { DraftForm } from '#console/parts/draft-form.tsx';
import { RowTime } from '#console/parts/facts.tsx';
import { ChoiceField } from '#console/parts/fields/choice-field.tsx';
import { fieldsOf, type FieldsProps } from '#console/parts/fields/draft-fields.ts';
import { TextField } from '#console/parts/fields/text-field.tsx';
import { ReadState } from '#console/parts/notices.tsx';
import { useSigned } from '#console/session/context.ts';
import { may } from '#console/session/may.ts';
import { bodyOf, deletion } from '#console/session/problem.ts';
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
      <BackLink href="/console/pages" to="Pages" />
      <h1>Pixels</h1>
      <p class="soft">
        A page loads its pixels only for visitors who consent. Choose them in the editor of the page.
      </p>
      {mayWrite && <CreatePixel />}
      <ReadState data={data} error={error} />
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
      <RowTime words="created" at={at} />
      {mayWrite && (
        <span class="actions">
          <AskedCommand
            label="Delete"
            isFinal
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
  return (
    <DraftForm
      initial={EMPTY}
      submit="Create the pixel"
      send={(body, headers) => bodyOf(api.POST(PIXELS, { headers, body }))}
      errorFields={FIELDS}
      clears
    >
      {(fields) => <PixelFields {...fields} />}
    </DraftForm>
  );
}

function PixelFields(props: FieldsProps<NewPixel>) {
  const field = fieldsOf(props);
  return (
    <>
      <TextField {...field('name')} label="Name" required maxLength={100} />
      <ChoiceField {...field('provider')} label="Provider" choices={PROVIDERS} />
      <TextField
        {...field('tag_id')}
        label="ID of the pixel"
        hint="As the provider shows it, such as G-ABC1234567."
        required
        maxLength={24}
      />
    </>
  );
}
