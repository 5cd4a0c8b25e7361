/** The places of content that is on its way, in about its size. The stylesheet shows them after 300 ms. */
export function Skeleton({ of }: { readonly of: 'table' | 'card' | 'chart' }) {
  return (
    <div aria-busy="true">
      <output class="spoken">Loading…</output>
      <div class={of === 'chart' ? 'bones chart' : 'bones'} aria-hidden="true">
        {of !== 'chart' &&
          Array.from({ length: of === 'table' ? 8 : 3 }, (_, index) => (
            <span key={index}>
              <span class="bone wide" />
              <span class="bone" />
              <span class="bone push" />
            </span>
          ))}
      </div>
    </div>
  );
}
