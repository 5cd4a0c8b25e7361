/** The style of the guides: system font and colours, lines of a readable length, nothing wider than a phone. */
export const STYLESHEET = `
:root{color-scheme:light dark;--text:#1d2129;--soft:#57606f;--ground:#fff;--raised:#f4f5f8;--line:#dfe2e8;--link:#1a56c4}
@media (prefers-color-scheme:dark){:root{--text:#e4e7ec;--soft:#a3abb8;--ground:#14161b;--raised:#1e2129;--line:#323743;--link:#8ab4f8}}
*{box-sizing:border-box}
html{scroll-padding-top:7rem}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.6 system-ui,-apple-system,'Segoe UI',sans-serif;overflow-wrap:anywhere}
header{position:sticky;top:0;background:var(--ground);border-bottom:1px solid var(--line)}
header nav{display:flex;flex-wrap:wrap;max-width:52rem;margin:0 auto;padding:0 .5rem}
header a{padding:.7rem .5rem;font-size:.9rem;color:var(--soft);text-decoration:none}
header a[aria-current]{color:var(--text);font-weight:600;box-shadow:inset 0 -2px var(--link)}
main{max-width:52rem;margin:0 auto;padding:1rem 1rem 6rem}
h1{font-size:2rem;line-height:1.2;margin:1.5rem 0 1rem}
h2{font-size:1.35rem;line-height:1.3;margin:2.5rem 0 .5rem}
h3{font-size:1.1rem;margin:2rem 0 .5rem}
p,ul,ol{margin:0 0 1rem}
ul,ol{padding-left:1.4rem}
li{margin:.25rem 0}
a{color:var(--link);text-underline-offset:.15em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
code{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--raised);padding:.1em .3em;border-radius:4px}
pre{background:var(--raised);border:1px solid var(--line);border-radius:8px;padding:1rem;overflow-x:auto;overflow-wrap:normal}
pre code{padding:0;background:none;font-size:.85rem}
.scroll{overflow-x:auto;margin:0 0 1rem}
table{border-collapse:collapse;width:100%;overflow-wrap:break-word}
td code{overflow-wrap:anywhere}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600}
section{border-top:1px solid var(--line);padding-top:1.25rem;margin-top:1.75rem}
section h2{margin-top:0;display:flex;flex-wrap:wrap;gap:.6rem;align-items:baseline}
section h2 a{text-decoration:none}
section:target{box-shadow:-.75rem 0 var(--ground),-1rem 0 var(--link)}
.title{font-weight:600;margin-bottom:.5rem}
.status{color:var(--soft);font-size:1rem;font-weight:600}
.codes{list-style:none;padding:0}
`;
