/** The style of texts on the pages of the platform itself, in the language of the console: ground, headings, links and code. */
export const TEXT_STYLE = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;background:var(--ground)}
body{margin:0;background:var(--ground);color:var(--text);font:var(--w-regular) 1rem/1.6 var(--font);overflow-wrap:anywhere}
h1,h2,h3,p,ul,ol{margin:0}
h1,h2,h3{font-weight:var(--w-strong);line-height:1.25;letter-spacing:-.017em;text-wrap:balance}
a{color:var(--accent-text);text-decoration-color:var(--accent-line);text-underline-offset:.2em}
a:hover{text-decoration-color:currentcolor}
:focus-visible{outline:2px solid var(--accent-text);outline-offset:2px;border-radius:var(--r-1)}
code,pre{font-family:var(--mono);font-size:.875em;letter-spacing:0}
`;

/** The style of marks and buttons, which the reference has in common with the other pages. */
export const CONTROL_STYLE = `
.brand{display:inline-flex;align-items:center;gap:var(--s-2);min-height:2.75rem;color:var(--text);font-size:var(--t-14);font-weight:var(--w-strong);text-decoration:none}
.mark{display:grid;place-items:center;flex:none;width:1.5rem;height:1.5rem;border-radius:var(--r-2);background:var(--ink);color:var(--on-ink);font-size:var(--t-12);font-weight:650}
.button{display:inline-flex;align-items:center;justify-content:center;gap:var(--s-2);min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--line-strong);
border-radius:var(--r-2);background:var(--raised);color:var(--text);font:var(--w-medium) var(--t-14)/1.3 var(--font);text-align:center;text-decoration:none;cursor:pointer;
transition:background-color .12s,border-color .12s}
.button:hover{background:var(--hover)}
.button:active{background:var(--pressed)}
.primary{border-color:var(--ink);background:var(--ink);color:var(--on-ink)}
.primary:hover,.primary:active{background:var(--ink-hover);border-color:var(--ink-hover)}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}
@media(forced-colors:active){.button{border-color:ButtonText}.mark{border:1px solid}}
`;
