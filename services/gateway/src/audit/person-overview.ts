import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PersonRows } from './person-data.read.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character]!);

/** A value as people read it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) ? toDateTimeText(new Date(value)) : value;
  return JSON.stringify(value);
}

/** The overview of an export: a page that any browser shows, with every section as a table; nothing in it is loaded. */
export function overviewHtml(title: string, facts: readonly string[], sections: readonly PersonRows[]): string {
  const tables = sections.map(({ title: name, rows }) => {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((column) =>
      rows.some((row) => textOf(row[column]) !== ''),
    );
    const head = columns.map((column) => `<th>${escaped(column)}</th>`).join('');
    const body = rows.map(
      (row) => `<tr>${columns.map((column) => `<td>${escaped(textOf(row[column]))}</td>`).join('')}</tr>`,
    );
    return `<h2>${escaped(name)}（${rows.length}）</h2>
<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>`;
  });
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>
body { font: 14px/1.6 system-ui, sans-serif; margin: 24px; color: #1d2129; }
h1 { font-size: 20px; } h2 { font-size: 16px; margin: 24px 0 8px; } .wide { overflow-x: auto; }
table { border-collapse: collapse; } th, td { border: 1px solid #c9cdd4; padding: 4px 8px; text-align: left; }
th { background: #f2f3f5; white-space: nowrap; } td { max-width: 480px; overflow-wrap: anywhere; }
</style></head><body>
<h1>${escaped(title)}</h1>
${facts.map((fact) => `<p>${escaped(fact)}</p>`).join('\n')}
${tables.join('\n')}
</body></html>
`;
}
