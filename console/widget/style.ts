/** The console's colours; nothing of the page gets in or out. */
export const STYLE = `
:host { all: initial; color-scheme: light dark;
  --surface: light-dark(#fff, #201e1a); --ink: light-dark(#221e18, #efe9dd); --soft: light-dark(#5f574b, #b5ab9b);
  --line: light-dark(#8d8371, #80776a); --accent: light-dark(#0d5c54, #83d0c3); --on: light-dark(#fff, #08211e);
  --wash: light-dark(#e0ede9, #1d3531);
  font: 15px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink); }
* { box-sizing: border-box; font: inherit; }
button { min-height: 40px; padding: 0 16px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on);
  cursor: pointer; }
button:disabled { opacity: .6; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.opener { position: fixed; inset: auto; inset-block-end: 16px; inset-inline-end: 16px; z-index: 2147483646; border-radius: 999px;
  min-height: 44px; box-shadow: 0 4px 18px rgb(0 0 0 / 25%); }
.box { position: fixed; inset: auto; inset-block-end: 72px; inset-inline-end: 16px; z-index: 2147483647; margin: 0; padding: 0;
  inline-size: min(380px, calc(100vw - 32px)); border: 1px solid var(--line); border-radius: 12px; background: var(--surface);
  color: var(--ink); box-shadow: 0 8px 32px rgb(0 0 0 / 25%); }
header { display: flex; align-items: center; justify-content: space-between; padding: 8px 8px 8px 16px; }
h2 { margin: 0; font-weight: 600; }
.close { min-height: 36px; inline-size: 36px; padding: 0; background: none; color: var(--soft); font-size: 22px; }
.log { display: grid; align-content: start; gap: 12px; max-block-size: min(420px, 55vh); min-block-size: 96px; padding: 4px 16px;
  overflow-y: auto; overflow-wrap: anywhere; }
p { margin: 0; white-space: pre-wrap; }
table { border-collapse: collapse; font-size: 13px; }
th, td { padding: 4px 8px; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
.question { justify-self: end; padding: 8px 12px; border-radius: 12px; background: var(--wash); }
.waiting, .sources { color: var(--soft); }
.problem { padding-inline-start: 10px; border-inline-start: 3px solid var(--line); }
.sources { margin: 8px 0 0; padding-inline-start: 20px; font-size: 13px; }
.sources:empty { display: none; }
.related { margin-block-end: 8px; list-style: none; }
.related p { color: var(--ink); }
a { color: var(--accent); }
form { display: flex; gap: 8px; padding: 12px 16px 16px; }
input { flex: 1; min-inline-size: 0; min-block-size: 40px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px;
  background: transparent; color: inherit; }
`;
