import { expect, it } from 'vitest';
import { messagePage } from './message-page.ts';

it('shows what it is given as text', () => {
  const page = messagePage({
    title: '预览<失败>',
    lines: ['<img src=x onerror=alert(1)>', '"a" & \'b\''],
    note: '追踪号 <t>',
  });
  expect(page).toContain(
    '<h1 style="font-size: 22px">预览&lt;失败&gt;</h1>\n<p>&lt;img src=x onerror=alert(1)&gt;</p>\n<p>&quot;' +
      'a&quot; &amp; &#39;b&#39;</p>',
  );
  expect(page).toContain('追踪号 &lt;t&gt;</p>');
  expect(page).not.toMatch(/<img|<t>|<失败>/);
});
