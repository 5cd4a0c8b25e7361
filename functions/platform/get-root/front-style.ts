/** The style of the front page: two columns on a desktop, one on a phone, and nothing wider than the window. */
export const FRONT_STYLE = `
body{background:var(--surface)}
main,footer{max-width:70rem;margin:0 auto;padding:0 var(--s-5)}
.hero{display:grid;grid-template-columns:minmax(0,1.1fr) minmax(0,1fr);gap:var(--s-12);align-items:center;padding:4.5rem 0}
h1{max-width:16em;font-size:clamp(1.875rem,1.3rem + 2.4vw,2.75rem);line-height:1.12;letter-spacing:-.03em}
.lead{max-width:34em;margin-top:var(--s-4);color:var(--text-2);font-size:1.125rem;text-wrap:pretty}
.ways{display:flex;flex-wrap:wrap;gap:var(--s-3);margin-top:var(--s-6)}
.note{max-width:36em;margin-top:var(--s-4);color:var(--text-3);font-size:var(--t-13)}
h2{font-size:var(--t-20)}
.code{min-width:0;margin:0;border:1px solid var(--line);border-radius:var(--r-4);background:var(--code-ground);overflow:hidden}
figcaption{padding:var(--s-2) var(--s-4);border-bottom:1px solid var(--line);color:var(--text-3);font-size:var(--t-12);font-weight:var(--w-medium)}
pre{margin:0;padding:var(--s-4);overflow-x:auto;overflow-wrap:normal;font-size:var(--t-13);line-height:1.65}
pre code{font-size:inherit}
pre:focus-visible{outline-offset:-3px;border-radius:var(--r-4)}
.parts{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));margin:var(--s-5) 0 0;padding:0;border:1px solid var(--line);border-radius:var(--r-4);list-style:none}
.parts li{padding:var(--s-5)}
.parts li+li{border-inline-start:1px solid var(--line)}
.parts svg{display:block;width:1.25rem;height:1.25rem;margin-bottom:var(--s-3);fill:none;stroke:var(--accent-text);stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
h3{font-size:var(--t-14)}
.parts p,.try p{margin-top:var(--s-1);color:var(--text-2);font-size:var(--t-14);line-height:1.55;text-wrap:pretty}
.try{padding:4rem 0}
.try pre{margin-top:var(--s-4)}
footer{border-top:1px solid var(--line)}
footer nav{display:flex;flex-wrap:wrap;gap:0 var(--s-6);padding:var(--s-3) 0 var(--s-8)}
footer a{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--text-2);font-size:var(--t-13);text-decoration:none}
footer a:hover{color:var(--text);text-decoration:underline}
@media(max-width:60rem){.hero{grid-template-columns:minmax(0,1fr);gap:var(--s-8);padding:3rem 0}.parts{grid-template-columns:repeat(2,minmax(0,1fr))}
.parts li:nth-child(3){border-inline-start:0}.parts li:nth-child(n+3){border-top:1px solid var(--line)}}
@media(max-width:34rem){main,footer{padding:0 var(--s-4)}.hero{padding:2.25rem 0 2.5rem}.ways .button{flex:1 1 100%}.parts{grid-template-columns:minmax(0,1fr)}
.parts li+li{border-inline-start:0;border-top:1px solid var(--line)}.try{padding:2.5rem 0}}
`;
