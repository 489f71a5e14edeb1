// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { render } from '../../testing/render.tsx';
import { RichTextView } from './rich-text-view.tsx';

const shown = (html: string): string => {
  render(<RichTextView html={html} label="正文" />);
  return screen.getByRole('region', { name: '正文' }).innerHTML;
};

it('a text without media is shown as it is', () => {
  const html =
    '<h2>标题</h2><p style="text-align:center">正文&nbsp;<a href="https://a.cn/" target="_blank">链接</a></p>';
  expect(shown(html)).toBe(html);
});

it('recordings in texts stored earlier wait until they are played', () => {
  expect(
    shown(
      '<p>听</p><video controls autoplay poster="https://evil.example/p.png" preload="auto"><source ' +
        'src="https://evil.example/a.mp4"></video><audio autoplay><source src="https://evil.example/a.mp3"></audio>',
    ),
  ).toBe(
    '<p>听</p><video controls="" preload="none"><source src="https://evil.example/a.mp4"></video><audio ' +
      'controls="" preload="none"><source src="https://evil.example/a.mp3"></audio>',
  );
});

it('pictures of other servers, and of this one, are left out; those within the text stay', () => {
  expect(
    shown(
      '<p><img src="https://evil.example/p.gif"><img src="/api/logout"><img src="data:image/png;base64,AA==" ' +
        'srcset="https://evil.example/p.gif 2x" alt="图"></p>',
    ),
  ).toBe('<p><img src="data:image/png;base64,AA==" alt="图"></p>');
});
