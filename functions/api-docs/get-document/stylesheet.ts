/**
 * The style of the guides: the list of documents, lines of a readable length, and the sections of the page where there is room for them.
 * Nothing is wider than a phone. On paper, only the text remains.
 */
export const GUIDE_STYLE = `
html{scroll-padding-top:calc(var(--bar) + var(--s-5))}
body{background:var(--surface)}
.skip{position:absolute;z-index:3;inset-inline-start:var(--s-2);top:-4rem;padding:var(--s-2) var(--s-4);border-radius:var(--r-2);background:var(--ink);color:var(--on-ink);font-size:var(--t-14)}
.skip:focus{top:var(--s-2)}
.frame{display:grid;grid-template-columns:var(--side) minmax(0,1fr)}
.side{border-inline-end:1px solid var(--line);background:var(--ground)}
.side nav{position:sticky;top:var(--bar);max-height:calc(100vh - var(--bar));padding:var(--s-4) var(--s-3);overflow-y:auto}
.side details{display:none}
.group{padding:var(--s-3) var(--s-2) var(--s-1);color:var(--text-3);font-size:var(--t-12);font-weight:var(--w-medium)}
.side ul,.contents ul{margin:0;padding:0;list-style:none}
.side li a{display:flex;align-items:center;min-height:2rem;padding:.25rem var(--s-2);border-radius:var(--r-2);color:var(--text-2);font-size:var(--t-13);font-weight:var(--w-medium);text-decoration:none}
.side li a:hover{background:var(--pressed);color:var(--text)}
.side li a[aria-current]{background:var(--surface);box-shadow:0 0 0 1px var(--line),var(--shadow-1);color:var(--text)}
main{display:grid;grid-template-columns:minmax(0,44rem) 13rem;gap:4rem;justify-content:center;padding:2.5rem var(--s-8) 6rem;outline:0}
article{min-width:0;grid-column:1}
.contents nav{position:sticky;top:calc(var(--bar) + 2.5rem);max-height:calc(100vh - var(--bar) - 5rem);overflow-y:auto}
.contents .group{padding:0 0 var(--s-2) var(--s-3)}
.contents li a{display:block;padding:.25rem var(--s-3);border-inline-start:2px solid var(--line);color:var(--text-2);font-size:var(--t-13);line-height:1.4;text-decoration:none}
.contents li a:hover{border-color:var(--accent);color:var(--text)}
h1{margin:0 0 var(--s-4);font-size:var(--t-30);letter-spacing:-.025em}
h2{margin:3rem 0 var(--s-3);font-size:var(--t-20)}
h3{margin:2rem 0 var(--s-2);font-size:1rem}
:is(h2,h3)>a{color:inherit;text-decoration:none}
:is(h2,h3)>a::after{content:'#';margin-inline-start:.35em;color:var(--text-3);font-weight:var(--w-regular);opacity:0}
:is(h2,h3)>a:is(:hover,:focus-visible)::after{opacity:1}
:target{scroll-margin-top:calc(var(--bar) + var(--s-5))}
article p,article ul,article ol{margin:0 0 var(--s-4)}
article :is(ul,ol){padding-inline-start:1.4rem}
article li{margin:.3rem 0}
article li::marker{color:var(--text-3)}
article code{padding:.1em .35em;border-radius:var(--r-1);background:var(--calm-soft)}
a code{color:inherit}
pre{margin:0 0 var(--s-5);padding:var(--s-4);border:1px solid var(--line);border-radius:var(--r-3);background:var(--code-ground);overflow-x:auto;overflow-wrap:normal;font-size:var(--t-13);line-height:1.65}
article pre code{padding:0;background:none;font-size:inherit}
.scroll{margin:0 0 var(--s-5);overflow-x:auto}
table{width:100%;border-collapse:collapse;overflow-wrap:break-word;font-size:var(--t-14);line-height:1.5}
td code{overflow-wrap:anywhere}
td:first-child{min-width:8rem}
th,td{padding:var(--s-2) var(--s-4) var(--s-2) 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
th{color:var(--text-3);font-size:var(--t-12);font-weight:var(--w-medium)}
section{margin-top:var(--s-8);padding-top:var(--s-6);border-top:1px solid var(--line)}
section h2{display:flex;flex-wrap:wrap;gap:var(--s-3);align-items:baseline;margin-top:0;font-size:1.0625rem}
section:target h2 code{background:var(--accent-soft);color:var(--accent-text)}
.title{font-weight:var(--w-strong)}
article .title{margin-bottom:var(--s-2)}
.status{color:var(--text-3);font-size:var(--t-13);font-weight:var(--w-medium)}
article .codes{padding:0;list-style:none}
.codes li{color:var(--text-2);font-size:var(--t-14)}
.source{margin-top:4rem;padding-top:var(--s-4);border-top:1px solid var(--line);font-size:var(--t-13)}
@media(max-width:74rem){main{grid-template-columns:minmax(0,44rem)}.contents{display:none}}
@media(max-width:52rem){.frame{display:block}.side{border-inline-end:0;border-bottom:1px solid var(--line)}.side details{display:block}
.side summary{display:flex;align-items:center;justify-content:space-between;min-height:2.75rem;padding:0 var(--s-4);font-size:var(--t-14);font-weight:var(--w-medium);list-style:none;cursor:pointer}
.side summary::-webkit-details-marker{display:none}
.side summary::after{content:'';width:.5rem;height:.5rem;margin-inline-end:.25rem;border:solid var(--text-3);border-width:0 2px 2px 0;rotate:45deg}
.side details[open] summary::after{rotate:225deg}
.side summary:focus-visible{outline-offset:-3px}
.side details:not([open])+nav{display:none}
.side nav{position:static;max-height:none;padding:0 var(--s-2) var(--s-3)}
.side li a{min-height:2.75rem;font-size:var(--t-14)}
main{padding:1.75rem var(--s-4) 4rem}h1{font-size:1.625rem}h2{margin-top:2.5rem}}
@media print{.side,.contents,.source,.skip{display:none}.frame,main{display:block;padding:0}pre,tr,section h2{break-inside:avoid}h2,h3{break-after:avoid}pre{white-space:pre-wrap}a{color:inherit}}
`;
