/**
 * The colours, fonts and shapes of the console as the variables of Scalar. Scalar marks the body as light or dark, which decides how each token
 * resolves, also those of the bar.
 */
export const REFERENCE_STYLE = `
body{margin:0;background:var(--surface);color:var(--text);font:var(--w-regular) 1rem/1.6 var(--font)}
*,::before,::after{box-sizing:border-box}
body.light-mode{color-scheme:light}
body.dark-mode{color-scheme:dark}
.alone{max-width:40rem;margin:4rem auto;padding:0 1rem}
:root,.light-mode,.dark-mode{--scalar-custom-header-height:var(--bar);--scalar-font:var(--font);--scalar-font-code:var(--mono);
--scalar-color-1:var(--text);--scalar-color-2:var(--text-2);--scalar-color-3:var(--text-3);--scalar-color-accent:var(--accent-text);
--scalar-background-1:var(--surface);--scalar-background-2:var(--sunken);--scalar-background-3:var(--pressed);--scalar-background-accent:var(--accent-soft);
--scalar-border-color:var(--line);--scalar-link-color:var(--accent-text);--scalar-link-color-hover:var(--accent-text);
--scalar-button-1:var(--ink);--scalar-button-1-hover:var(--ink-hover);--scalar-button-1-color:var(--on-ink);
--scalar-color-green:var(--good-text);--scalar-color-red:var(--bad-text);--scalar-color-yellow:var(--warn-text);--scalar-color-orange:var(--code-number);
--scalar-color-blue:var(--accent-text);--scalar-color-purple:var(--chart-4);--scalar-shadow-1:var(--shadow-1);--scalar-shadow-2:var(--shadow-3);
--scalar-radius:var(--r-1);--scalar-radius-lg:var(--r-2);--scalar-radius-xl:var(--r-3);
--scalar-sidebar-background-1:var(--ground);--scalar-sidebar-color-1:var(--text);--scalar-sidebar-color-2:var(--text-2);--scalar-sidebar-border-color:var(--line);
--scalar-sidebar-item-hover-background:var(--pressed);--scalar-sidebar-item-hover-color:var(--text);--scalar-sidebar-item-active-background:var(--surface);
--scalar-sidebar-color-active:var(--text);--scalar-sidebar-search-background:var(--raised);--scalar-sidebar-search-color:var(--text-3);--scalar-sidebar-search-border-color:var(--line-strong)}
`;
