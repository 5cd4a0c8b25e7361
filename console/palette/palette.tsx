import { History, Search, X } from 'lucide';
import { useLocation } from 'preact-iso';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '#console/parts/icon.tsx';
import { Failure } from '#console/parts/notices.tsx';
import { placeAt } from '#console/place-at.ts';
import { isOpenTo } from '#console/screen.ts';
import { useSigned } from '#console/session/context.ts';
import { readKeptKey } from '#console/session/kept-key.ts';
import { caretKeeper } from './caret-keeper.ts';
import type { Entry, Match } from './entry.ts';
import { matchesOf } from './fuzzy.ts';
import { Option } from './option.tsx';
import type { Recent, RecentThings } from './recent.ts';
import { type Actions, screenEntries } from './screen-entries.ts';
import { useFound } from './use-found.ts';
import { useKnown } from './use-known.ts';

type Props = {
  readonly actions: Actions;
  readonly recent: RecentThings;
  readonly onClose: () => void;
};

/** Finds and does everything by typing: what was used last, screens, commands, things by a part of their name, and anything by its ID or its address. */
export function Palette({ actions, recent, onClose }: Props) {
  const id = useId();
  const { route, path } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const { matches, isBusy, error } = useMatches(text.trim(), actions, recent, path);
  // What is chosen stays chosen when other results arrive.
  const active = Math.max(
    0,
    matches.findIndex(({ entry }) => entry.id === chosen),
  );
  const point = (index: number): void => setChosen(matches[index]?.entry.id);
  // A new tab has the key only if this tab keeps it in the storage that the browser copies.
  const hasTabs = readKeptKey() !== undefined;

  useLayoutEffect(() => {
    const opened = dialog.current;
    const giveCaretBack = caretKeeper();
    opened?.showModal();
    return () => {
      opened?.close();
      giveCaretBack();
    };
  }, []);
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function choose({ entry }: Match, isNewTab = false): void {
    // The focus returns to where it was, before the entry can move it.
    dialog.current?.close();
    if ('act' in entry) return entry.act();
    if (entry.isOutside === true) {
      open(entry.href, '_blank', 'noopener');
      return undefined;
    }
    if (entry.group !== 'Do' && entry.group !== 'Search')
      recent.add({ name: entry.name, href: entry.href, isForeign: entry.isForeign === true });
    if (isNewTab) open(entry.href, '_blank');
    else route(entry.href);
    return undefined;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      const step = key === 'ArrowDown' ? 1 : -1;
      point((active + step + matches.length) % Math.max(1, matches.length));
    }
    const match = matches[active];
    if (key !== 'Enter' || !match) return;
    event.preventDefault();
    choose(match, hasTabs && (event.ctrlKey || event.metaKey));
  }

  const groups = [...Map.groupBy(matches.entries(), ([, { entry }]) => entry.group)];
  return (
    <dialog ref={dialog} class="palette" aria-label="Search or jump to" closedby="any" onClose={onClose}>
      <div class="palette-input">
        <Icon node={Search} />
        <input
          type="text"
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded={matches.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={matches.length > 0 ? `${id}-${active}` : undefined}
          placeholder="Name, ID, mail address, phone number, URL or event"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          autofocus
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setChosen(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" class="quiet small" onClick={() => dialog.current?.close()}>
          <span class="spoken">Close</span>
          <kbd>Esc</kbd>
          <Icon node={X} />
        </button>
      </div>
      <div class="palette-list">
        <Failure error={error} />
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be searched; the field keeps the focus and names the active option */}
        <div id={`${id}-list`} role="listbox" aria-label="Results">
          {groups.map(([group, entries]) => (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
            <div key={group} role="group" aria-label={group}>
              <span class="palette-group" aria-hidden="true">
                {group}
              </span>
              {entries.map(([index, match]) => (
                <Option
                  key={match.entry.id}
                  id={`${id}-${index}`}
                  match={match}
                  isActive={index === active}
                  onPoint={() => point(index)}
                  onChoose={() => choose(match)}
                />
              ))}
            </div>
          ))}
        </div>
        {matches.length === 0 && !isBusy && <p class="soft">Nothing is here yet.</p>}
      </div>
      <footer>
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>↵</kbd> open
        </span>
        {hasTabs && (
          <span>
            <kbd>Ctrl</kbd>
            <kbd>↵</kbd> in a new tab
          </span>
        )}
        <span class="push">Paste any ID to find it</span>
      </footer>
      <output class="spoken">{isBusy ? 'Searching…' : resultText(matches, text.trim())}</output>
    </dialog>
  );
}

function resultText(matches: readonly Match[], text: string): string {
  if (text === '') return '';
  // The last one searches elsewhere.
  const count = matches.length - 1;
  return count === 0 ? 'Nothing was found here.' : `${count} ${count === 1 ? 'result' : 'results'}`;
}

/** What the palette offers for a text; without a text, what was used last and everything that it can open and do. */
function useMatches(text: string, actions: Actions, recent: RecentThings, path: string) {
  const { session } = useSigned();
  const known = useKnown();
  const found = useFound(text);
  const all = screenEntries(session, actions);
  if (text === '') {
    const last = recent.all().filter(({ href }) => href !== path && isOpen(href));
    const entries = [...last.map(recentEntry), ...all];
    return {
      matches: entries.map((entry): Match => ({ entry, marks: [] })),
      isBusy: false,
      error: known.error,
    };
  }
  const exact = found.entries.map((entry): Match => ({ entry, marks: [] }));
  const matches = [...exact, ...matchesOf([...known.entries, ...all], text)];
  return {
    matches: [...matches, { entry: elsewhere(text, matches.length === 0 && !found.isBusy), marks: [] }],
    isBusy: found.isBusy,
    error: found.error ?? known.error,
  };

  /** The key in use can be another one than when it was opened. */
  function isOpen(href: string): boolean {
    const place = placeAt(href.split('?')[0] ?? '');
    return place !== undefined && isOpenTo(session, place.screen);
  }
}

function recentEntry({ name, href, isForeign }: Recent): Entry {
  return { id: `recent ${href}`, group: 'Recent', icon: History, name, words: '', isForeign, href };
}

/** The screen that searches every kind of thing that has an ID. */
function elsewhere(text: string, isNothing: boolean): Entry {
  return {
    id: 'find',
    group: isNothing ? 'Nothing has this name' : 'Search',
    icon: Search,
    name: `Find “${text}” in everything that has an ID`,
    words: '',
    isForeign: true,
    href: `/console/find?id=${encodeURIComponent(text)}`,
  };
}
