/*
 * How a person wants the frame of the console to look: the only things in `localStorage`, where they outlive the tab. A script of another
 * page of this origin could read them, so they are no secrets.
 */

/** What the person has chosen, or undefined for the default. */
export function readChoice(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    // A browser can allow no storage.
    return undefined;
  }
}

/** Keeps a choice; undefined for the default. Without a storage, it lasts until the page is closed. */
export function keepChoice(name: string, choice: string | undefined): void {
  try {
    if (choice === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, choice);
  } catch {
    // The choice applies to this page.
  }
}
