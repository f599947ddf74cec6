#pragma once

namespace resound {

// The look of the report page, light or dark as the reader's system is.
inline constexpr const char* kReportStyle = R"css(
:root { color-scheme: light dark; --paper: #f6f7f9; --card: #ffffff; --ink: #1c1f26; --soft: #626a78; --line: #e2e5ea;
  --accent: #3355a0; --track: #e9ecf2; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14161b; --card: #1d2027; --ink: #e8eaef; --soft: #99a1b0; --line: #2c313b; --accent: #8fb0ff;
    --track: #2a2f39; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans",
  sans-serif; }
main { max-width: 1060px; margin: 0 auto; padding: 44px 24px 64px; }
h1 { font-size: 2.1rem; line-height: 1.2; letter-spacing: -0.02em; margin: 0 0 6px; }
h2 { font-size: 0.82rem; letter-spacing: 0.08em; text-transform: uppercase; color: var(--soft); margin: 0 0 14px; }
.lead { color: var(--soft); margin: 0 0 28px; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 22px 24px; margin: 0 0 20px; }
video, .plot { display: block; width: 100%; border-radius: 8px; }
video { background: #000; }
audio { display: block; width: 100%; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(160px, 1fr)); gap: 12px; margin: 0 0 20px; }
.figure { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 16px 20px; }
.figure b { display: block; font-size: 1.55rem; font-weight: 650; letter-spacing: -0.01em; font-variant-numeric: tabular-nums; }
.figure small { font-size: 0.95rem; font-weight: 500; color: var(--soft); }
.figure span { color: var(--soft); font-size: 0.88rem; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(330px, 1fr)); gap: 20px; }
.columns section { margin: 0; }
.columns + * { margin-top: 20px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 500; color: var(--soft); font-size: 0.88rem; }
th, td { padding: 7px 14px 7px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tr:last-child td { border-bottom: 0; }
td.number, th.number { text-align: right; padding-right: 0; padding-left: 14px; white-space: nowrap; }
td:first-child { white-space: nowrap; }
.bar { background: var(--track); border-radius: 4px; height: 8px; margin-top: 9px; min-width: 60px; }
.bar i { display: block; height: 100%; background: var(--accent); border-radius: 4px; min-width: 2px; }
pre, code { font: 0.86rem/1.6 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre { margin: 0; overflow-x: auto; white-space: pre; }
.note { color: var(--soft); font-size: 0.9rem; margin: 14px 0 0; }
details summary { cursor: pointer; color: var(--accent); }
footer { color: var(--soft); font-size: 0.88rem; text-align: center; margin-top: 32px; }
@media print { body { background: #fff; } section, .figure { break-inside: avoid; } audio, video { display: none; } }
)css";

}  // namespace resound
