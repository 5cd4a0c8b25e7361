/**
 * The stylesheet of every document; a theme sets its custom properties. No theme may change target sizes, focus styles and
 * reduced motion. Texts are clipped to their boxes, so that stacked diacritics do not cover other content. The banner is
 * limited in height, so that it does not fill a short window. A pressed or hovered button moves and keeps its colours, so that its text stays as readable as
 * the theme makes it. A share of the width limits the space beside a label, because text of double size needs the width of a phone.
 */
export const STYLESHEET = `
*,::before,::after{box-sizing:border-box}
html{background:var(--background-color);-webkit-text-size-adjust:100%;text-size-adjust:100%;-webkit-tap-highlight-color:transparent}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;
background:var(--background);color:var(--text);font:400 1rem/1.5 var(--font-body);overflow-wrap:anywhere}
main{flex:1;width:100%;max-width:37rem;padding:3rem max(1.25rem,env(safe-area-inset-left)) 2rem}
h1,h2,p,ul,hr{margin:0;padding:0}
h1,h2{font-family:var(--font-heading);line-height:1.2;text-wrap:balance}
h1{font-size:1.75rem;font-weight:700;letter-spacing:-.02em}
h2{font-size:1.2rem;font-weight:650;text-align:center;padding-top:1.5rem}
ul{list-style:none}
svg{width:1.25rem;height:1.25rem;fill:currentColor;fill-rule:evenodd;flex:none}
a{color:inherit;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
.profile{text-align:center;padding-bottom:1.75rem}
.avatar{width:6rem;height:6rem;margin:0 auto 1rem;border-radius:50%;display:grid;place-items:center;
background:var(--avatar);color:var(--avatar-text);font:600 2.5rem/1 var(--font-heading);box-shadow:0 0 0 4px var(--surface)}
.name{display:inline-flex;align-items:center;justify-content:center;gap:.4rem}
.handle,.tagline{color:var(--muted)}
.handle{font-weight:500;padding-top:.25rem}
.tagline{max-width:30rem;margin:0 auto;padding-top:.6rem;white-space:pre-line;text-wrap:pretty}
h1,h2,.handle,.tagline,.text,.agree>span,.thanks,.button>span{overflow:clip;overflow-clip-margin:.15em}
.stack,.links{display:grid;gap:.875rem;grid-template-columns:minmax(0,1fr)}
.button,summary,button{position:relative;display:flex;align-items:center;justify-content:center;width:100%;min-height:3.5rem;
padding:.875rem min(1.25rem,8%);border:var(--border-width) solid var(--button-border);border-radius:var(--button-radius);
background:var(--button);color:var(--button-text);font:600 1rem/1.35 var(--font-body);text-align:center;text-decoration:none;text-wrap:balance;
cursor:pointer;box-shadow:var(--shadow);touch-action:manipulation;transition:transform .15s,filter .15s}
.button:has(>svg),summary{padding-inline:min(3.25rem,20%)}
.button>svg,summary>svg{position:absolute;inset-inline-start:min(1.25rem,6%);top:50%;margin-top:-.625rem}
summary{list-style:none}
summary::-webkit-details-marker{display:none}
.text{white-space:pre-line;text-align:center;padding:.25rem .5rem;line-height:1.6;text-wrap:pretty}
.social{display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem;padding:.25rem 0}
.social a{display:grid;place-items:center;width:3rem;height:3rem;border-radius:50%;color:var(--text);transition:transform .15s,background-color .15s}
.social svg{width:1.5rem;height:1.5rem}
.picture{display:block;border-radius:var(--card-radius);overflow:hidden;background:var(--surface);
border:var(--border-width) solid var(--line);transition:transform .15s,filter .15s}
.picture img{display:block;width:100%;height:auto;aspect-ratio:16/9;object-fit:cover}
.video{margin-top:.75rem;border-radius:var(--card-radius);overflow:hidden;background:#000}
.video iframe{display:block;width:100%;height:auto;aspect-ratio:16/9;border:0}
hr{border:0;border-top:2px solid var(--line);width:4rem;margin:.75rem auto}
.card{width:100%;max-width:26rem;margin:auto;padding:2.25rem 1.75rem;border-radius:var(--card-radius);background:var(--surface);
border:var(--border-width) solid var(--line);text-align:center;display:grid;gap:1rem}
.centre{display:flex;align-items:center;max-width:none}
.card>svg{width:2.5rem;height:2.5rem;margin:0 auto;color:var(--muted)}
.card h1{font-size:1.5rem}
.card p{color:var(--muted)}
.card form,.card .form{display:grid;gap:1rem}
label{font-weight:600;text-align:start}
input{width:100%;min-height:3rem;padding:.5rem .9rem;border:max(1px,min(2px,var(--border-width))) solid var(--border);border-radius:min(var(--button-radius),14px);
background:var(--surface);color:var(--text);font:inherit}
.field{display:grid;gap:.4rem}
.signup{max-width:none;padding:1.5rem 1.25rem}
.card h2{padding:0}
.agree{display:flex;gap:.75rem;align-items:flex-start;min-height:2.75rem;font-weight:400;white-space:pre-line}
.agree input{appearance:none;display:grid;place-items:center;flex:none;width:1.5rem;height:1.5rem;min-height:0;margin:0;padding:0;border-radius:min(var(--button-radius),6px)}
.agree input:checked{background:var(--text);border-color:var(--text)}
.agree input:checked::before{content:'';width:.4rem;height:.8rem;margin-top:-.15rem;border:solid var(--surface);border-width:0 .17rem .17rem 0;transform:rotate(45deg)}
.card .error{color:var(--danger);font-weight:600;text-align:start}
.card .thanks{color:var(--text);font-weight:600;white-space:pre-line}
.status{font:700 3rem/1 var(--font-heading);color:var(--muted)}
.quiet{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;min-width:2.75rem;color:inherit}
footer{width:100%;max-width:38rem;padding:1rem 1.25rem 1.5rem;color:var(--muted);font-size:.875rem;text-align:center}
footer ul{display:flex;flex-wrap:wrap;justify-content:center;gap:0 1.5rem}
footer button{all:unset;box-sizing:border-box;display:inline-flex;align-items:center;min-height:2.75rem;cursor:pointer;
text-decoration:underline;text-underline-offset:.2em}
footer button:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
.preview{width:100%;padding:.5rem 1.25rem;background:var(--surface);color:var(--text);font-size:.875rem;text-align:center;
border-bottom:var(--border-width) solid var(--border)}
.consent{width:100%;padding:1rem 1.25rem;background:var(--surface);color:var(--text);
border-top:var(--border-width) solid var(--border)}
.consent form{max-width:38rem;margin:0 auto;display:grid;gap:.75rem;grid-template-columns:1fr 1fr}
.consent p{grid-column:1/-1;font-size:.9375rem}
.consent button{min-height:2.75rem;padding:.5rem 1rem;box-shadow:none}
.consent button,.card button{border-color:var(--card-button-border)}
@media(min-height:34rem){html{scroll-padding:1rem 0 12rem}.consent{position:sticky;bottom:0}}
@media(hover:hover){a.button:hover,summary:hover,button:hover,a.picture:hover{transform:translateY(-2px);filter:drop-shadow(0 6px 8px rgb(0 0 0/.16))}
.social a:hover{background:var(--surface);transform:translateY(-2px)}.quiet:hover,footer button:hover{text-decoration-thickness:2px}footer button:hover{transform:none;filter:none}}
a.button:active,summary:active,button:active,a.picture:active,.social a:active{transform:scale(.985);filter:none}
@media(min-width:40rem){main{padding-top:5rem}}
@media(prefers-reduced-motion:reduce){*{transition:none!important}
a.button,summary,button,.picture,.social a{transform:none!important}}
@media(forced-colors:active){.button,summary,button,.card{border:2px solid}.agree input{appearance:auto}}
`.replaceAll('\n', '');
