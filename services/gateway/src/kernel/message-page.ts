/**
 * A page that says one thing, for windows that were opened on an address of the gateway's own. Everything given is
 * text, never markup.
 */
export function messagePage({
  title,
  lines,
  note,
}: {
  title: string;
  lines: readonly string[];
  note?: string;
}): string {
  const meta =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="color-scheme" content="light dark">';
  const style =
    "font: 16px/1.8 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', sans-serif; " +
    'max-width: 36em; margin: 12vh auto; padding: 0 1em';
  const paragraphs = lines.map((line) => `<p>${escaped(line)}</p>`).join('\n');
  const small = note === undefined ? '' : `\n<p style="font-size: 13px; opacity: .75">${escaped(note)}</p>`;
  return `<!doctype html>
<html lang="zh-CN"><head>${meta}<title>${escaped(title)} - 教务系统</title></head>
<body style="${style}">
<h1 style="font-size: 22px">${escaped(title)}</h1>
${paragraphs}${small}
</body></html>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
